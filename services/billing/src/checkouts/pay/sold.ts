/** Derives orders and subscriptions from paid checkouts. Pure. */
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
  /** The price at the confirmation; it may be archived since. */
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
 * The terms of the new subscription. `isTrialUsed`: the customer has had a trial before, so this one ends
 * immediately; `isRepeated`: the customer already has the one allowed subscription.
 */
export const subscriptionSold = (
  { checkout, product, price, discount, customer }: Purchase,
  { isTrialUsed, isRepeated }: { isTrialUsed: boolean; isRepeated: boolean },
): Sold => ({
  customer,
  product,
  // All of the product's prices in the currency if the selected one is current; otherwise only that one.
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

/** The order, with one line for the product. */
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
  // Amounts too small to charge are added to the customer's next order.
  const isUncharged = dueNow({ ...row, hasTrial: false }) === 0;
  return { row: isUncharged ? { ...row, appliedBalanceAmount: 0 - row.totalAmount } : row, items };
};
