/** What a paid checkout has sold, as orders and subscriptions need to know it: pure. */
import { withUnanswered } from '../../catalog/custom-fields/answers.ts';
import type { FullDiscount } from '../../catalog/discounts/find.ts';
import { pricesIn } from '../../catalog/products/rules.ts';
import { noTrial } from '../../catalog/products/trial.ts';
import type { FullPrice, FullProduct } from '../../catalog/products/view.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { noTax } from '../../money/tax.ts';
import { type OrderPlan, planOrder } from '../../orders/plan.ts';
import { reasonOf } from '../../orders/rules.ts';
import type { Sold } from '../../subscriptions/start.ts';
import type { CheckoutRow } from '../entity.ts';
import { choiceOf } from '../open/changes.ts';
import { dueNow } from '../rules.ts';
import { type CheckoutContext, discountOf } from '../view.ts';

export type Purchase = {
  checkout: CheckoutRow;
  product: FullProduct;
  /** The price that was agreed; it may be archived since. */
  price: FullPrice;
  discount: FullDiscount | null;
  customer: CustomerRow;
};

export const purchaseOf = (
  checkout: CheckoutRow,
  customer: CustomerRow,
  context: CheckoutContext,
): Purchase => {
  const { product, price: current } = choiceOf(checkout, context.products);
  const price = current ?? context.pastPrices.find(({ id }) => id === checkout.productPriceId);
  if (!product || !price) throw new Error(`product of checkout ${checkout.id} is gone`);
  return { checkout, product, price, discount: discountOf(checkout, context), customer };
};

const answersOf = ({ customFieldData }: CheckoutRow, { fields }: FullProduct) =>
  withUnanswered(
    fields.map(({ field }) => field),
    customFieldData,
  );

/**
 * What the subscription begins with. `isTrialUsed`: the customer has had their trial, so that this one is over at once;
 * `isRepeated`: they have a subscription already, and may have one.
 */
export const subscriptionSold = (
  { checkout, product, price, discount, customer }: Purchase,
  { isTrialUsed, isRepeated }: { isTrialUsed: boolean; isRepeated: boolean },
): Sold => ({
  customer,
  product,
  // The chosen price in its place among the product's others of that currency.
  prices: product.prices.some(({ id }) => id === price.id)
    ? pricesIn(product.prices, checkout.currency)
    : [price],
  terms: {
    subtotalAmount: checkout.amount,
    amount: checkout.amount - checkout.discountAmount,
    currency: checkout.currency,
    discount,
    trial: checkout.confirmedTrial ?? noTrial,
    isTrialUsed,
  },
  origin: {
    checkoutId: checkout.id,
    isRepeated,
    metadata: checkout.metadata,
    customFieldData: answersOf(checkout, product),
  },
});

/** The order: one line for what was chosen. */
export const orderOf = (
  now: Date,
  { checkout, product, price, customer }: Purchase,
  subscriptionId: string | null,
): OrderPlan => {
  const { row, items } = planOrder(
    now,
    {
      organizationId: checkout.organizationId,
      customerId: customer.id,
      productId: product.id,
      subscriptionId,
      checkoutId: checkout.id,
      currency: checkout.currency,
      billingName: checkout.customerBillingName ?? checkout.customerName,
      billingAddress: checkout.customerBillingAddress,
      metadata: checkout.metadata,
      customFieldData: answersOf(checkout, product),
    },
    checkout.confirmedTrial?.trialInterval
      ? {
          lines: [{ label: `Trial of ${product.name}`, amount: 0, productPriceId: price.id }],
          discount: { id: null, amount: 0 },
          tax: noTax,
          reason: reasonOf(checkout),
        }
      : {
          lines: [{ label: product.name, amount: checkout.amount, productPriceId: price.id }],
          discount: { id: checkout.discountId, amount: checkout.discountAmount },
          tax: { amount: checkout.taxAmount ?? 0, details: checkout.taxDetails },
          reason: reasonOf(checkout),
        },
  );
  // What cards are not charged comes with the customer's next order.
  const isUncharged = dueNow({ ...row, hasTrial: false }) === 0;
  return { row: isUncharged ? { ...row, appliedBalanceAmount: 0 - row.totalAmount } : row, items };
};
