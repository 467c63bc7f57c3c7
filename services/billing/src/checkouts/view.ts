/** Checkouts as shown in responses and events. */
import type { OrganizationFacts } from '@tessera/proto/api/asks';
import type { Checkout, CheckoutPublic, CheckoutPublicConfirmed } from '@tessera/proto/api/billing/checkout';
import type { AttachedCustomField, CustomFieldWords } from '@tessera/proto/api/billing/custom-field';
import type { Product } from '@tessera/proto/api/billing/product';
import { viewTax } from '@tessera/proto/api/billing/tax';
import type { EntityManager } from 'typeorm';
import { viewSeller } from '../access/organizations/view.ts';
import type { Billing } from '../billing.ts';
import { withUnanswered } from '../catalog/custom-fields/answers.ts';
import { type FullDiscount, findDiscountsByIds } from '../catalog/discounts/find.ts';
import { viewCheckoutDiscount } from '../catalog/discounts/view.ts';
import { findPricesByIds, findProductsByIds } from '../catalog/products/find.ts';
import type { Trial } from '../catalog/products/trial.ts';
import { type FullPrice, type FullProduct, viewPrice, viewProduct } from '../catalog/products/view.ts';
import type { ChosenPlace } from '../payments/place.ts';
import { trialEndOf } from '../subscriptions/rules.ts';
import type { CheckoutRow } from './entity.ts';
import { renderDescription, renderLabel } from './rendered-markdown.ts';
import { addressFieldsOf, checkoutUrl, flagsOf, successUrlOf, totalsOf, trialOf } from './rules.ts';

/** The related rows that checkouts are shown with, including archived products. */
export type CheckoutContext = Pick<Billing, 'publicUrl'> & {
  /** Where the next payment is made (processor and account), by organization. */
  places: ReadonlyMap<string, ChosenPlace>;
  products: FullProduct[];
  /** Selected prices that their products no longer have. */
  pastPrices: FullPrice[];
  /** The checkouts' discounts, including deleted ones. */
  discounts: FullDiscount[];
};

/** The processor's intent of a payment that requires an action by the customer. */
export type Intent = { intentStatus: string; intentClientSecret: string };

/** Where the next payment of an organization is made. Throws when it was not loaded. */
export const placeIn = ({ places }: Pick<CheckoutContext, 'places'>, organizationId: string): ChosenPlace => {
  const place = places.get(organizationId);
  if (!place) throw new Error(`no place for payments of ${organizationId} was looked up`);
  return place;
};

/** Loads the related rows in a fixed number of queries. `known`: the products, if just loaded. */
export const loadCheckoutContext = async (
  { publicUrl, payments }: Pick<Billing, 'publicUrl' | 'payments'>,
  em: EntityManager,
  rows: CheckoutRow[],
  known?: FullProduct[],
): Promise<CheckoutContext> => {
  const sellers = rows.map(({ organizationId }) => organizationId);
  const [products, discounts, places] = await Promise.all([
    known ??
      findProductsByIds(
        em,
        rows.flatMap(({ productIds }) => productIds),
      ),
    findDiscountsByIds(
      em,
      rows.flatMap(({ discountId }) => discountId ?? []),
    ),
    payments.placesOf(em, [...new Set(sellers)]),
  ]);
  const current = new Set(products.flatMap(({ prices }) => prices.map(({ id }) => id)));
  const past = rows.map(({ productPriceId }) => productPriceId).filter((id) => !current.has(id));
  const pastPrices = await findPricesByIds(em, past);
  return { publicUrl, places, products, pastPrices, discounts };
};

/** A checkout as shown to its seller. */
export const viewCheckout = (row: CheckoutRow, context: CheckoutContext): Checkout => ({
  ...viewFacts(row, context),
  // Hidden from holders of the client secret: a refund can reveal that the address already had a subscription.
  paymentProcessorMetadata: {
    ...placeIn(context, row.organizationId).publicFacts,
    ...(row.refundedAmount > 0 && { refunded_amount: String(row.refundedAmount) }),
  },
  metadata: row.metadata,
  customerExternalId: row.customerExternalId,
  externalCustomerId: row.customerExternalId,
  subscriptionId: row.subscriptionId,
  customerMetadata: row.customerMetadata,
});

/** A checkout as shown to holders of its client secret. */
export const viewCheckoutPublic = (
  row: CheckoutRow,
  context: CheckoutContext & { organization: OrganizationFacts; intent?: Intent | null },
): CheckoutPublic => {
  const facts = viewFacts(row, context);
  const intent = context.intent && {
    intent_status: context.intent.intentStatus,
    intent_client_secret: context.intent.intentClientSecret,
  };
  return {
    ...facts,
    // Hidden from buyers who only entered an address: the id would reveal whether the customer existed before.
    customerId: row.isCustomerFromSeller ? row.customerId : null,
    paymentProcessorMetadata: { ...facts.paymentProcessorMetadata, ...intent },
    productDescriptionHtml: facts.product.description && renderDescription(facts.product.description),
    customFieldWords: facts.attachedCustomFields.map(wordsOf),
    organization: viewSeller(context.organization),
  };
};

const wordsOf = ({ customFieldId, customField }: AttachedCustomField): CustomFieldWords => {
  const { formLabel, formHelpText } = customField.properties;
  return {
    customFieldId,
    labelHtml: formLabel === undefined ? null : renderLabel(formLabel),
    helpTextHtml: formHelpText === undefined ? null : renderLabel(formHelpText),
  };
};

/** The response to a confirmation: always `confirmed`, whatever has happened since. */
export const viewConfirmed = (
  checkout: CheckoutPublic,
  customerSessionToken: string,
): CheckoutPublicConfirmed => ({
  ...checkout,
  status: 'confirmed',
  customerSessionToken,
});

const fieldsOf = ({ attachedCustomFields }: Product) =>
  attachedCustomFields.map(({ customField }) => customField);

const viewFacts = (row: CheckoutRow, context: CheckoutContext) => {
  const discount = discountOf(row, context);
  const { products, product } = productsOf(row, context);
  const totals = totalsOf(row);
  const trial = trialOf(row, product);
  const flags = flagsOf({
    totalAmount: totals.totalAmount,
    currency: row.currency,
    isRecurring: row.isRecurring,
    prices: product.prices,
    hasTrial: trial.trialInterval !== null,
    isTrialFree: !product.trialRequiresPaymentMethod,
  });
  return {
    id: row.id,
    createdAt: row.createdAt,
    modifiedAt: row.modifiedAt,
    customFieldData: withUnanswered(fieldsOf(product), row.customFieldData),
    paymentProcessor: 'stripe' as const,
    status: row.status,
    clientSecret: row.clientSecret,
    url: checkoutUrl(row.clientSecret, context.publicUrl),
    expiresAt: row.expiresAt,
    successUrl: successUrlOf(row, context.publicUrl),
    embedOrigin: row.embedOrigin,
    locale: row.locale,
    amount: row.amount,
    discountAmount: row.discountAmount,
    ...totals,
    taxAmount: row.taxAmount,
    ...viewTax(row.taxDetails),
    currency: row.currency,
    productId: row.productId,
    productPriceId: row.productPriceId,
    discountId: row.discountId,
    allowDiscountCodes: row.allowDiscountCodes,
    requireBillingAddress: row.requireBillingAddress,
    ...flags,
    ...viewTrial(row, trial),
    ...viewBuyer(row),
    paymentProcessorMetadata: placeIn(context, row.organizationId).publicFacts,
    customerBillingAddressFields: addressFieldsOf(row),
    products,
    product,
    productPrice: priceOf(row, product, context.pastPrices),
    discount: discount && viewCheckoutDiscount(discount, row.discountCode),
    attachedCustomFields: product.attachedCustomFields,
  };
};

/** The products that the buyer can choose from, and the chosen one. */
const productsOf = (row: CheckoutRow, context: CheckoutContext) => {
  const rows = row.productIds.flatMap((id) => context.products.find((product) => product.id === id) ?? []);
  const products = rows.map((product) => viewProduct(product));
  const product = products.find(({ id }) => id === row.productId);
  if (!product) throw new Error(`product ${row.productId} of checkout ${row.id} is gone`);
  return { products, product };
};

/** The trial that was asked for, and the one that the purchase begins with. */
const viewTrial = (row: CheckoutRow, trial: Trial) => ({
  allowTrial: row.allowTrial,
  trialInterval: row.trialInterval,
  trialIntervalCount: row.trialIntervalCount,
  activeTrialInterval: trial.trialInterval,
  activeTrialIntervalCount: trial.trialIntervalCount,
  trialEnd: trialEndOf(trial, row.modifiedAt ?? row.createdAt),
});

const viewBuyer = (row: CheckoutRow) => ({
  customerId: row.customerId,
  isBusinessCustomer: row.isBusinessCustomer,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  customerIpAddress: row.customerIpAddress,
  customerBillingName: row.customerBillingName,
  customerBillingAddress: row.customerBillingAddress,
  customerTaxId: row.customerTaxId?.[0] ?? null,
});

/** The checkout's discount, or null. */
export const discountOf = (
  { discountId }: Pick<CheckoutRow, 'discountId'>,
  { discounts }: Pick<CheckoutContext, 'discounts'>,
): FullDiscount | null => discounts.find(({ id }) => id === discountId) ?? null;

const priceOf = (row: CheckoutRow, product: Product, pastPrices: FullPrice[]) => {
  const current = product.prices.find(({ id }) => id === row.productPriceId);
  if (current) return current;
  const past = pastPrices.find(({ id }) => id === row.productPriceId);
  if (!past) throw new Error(`price ${row.productPriceId} of checkout ${row.id} is gone`);
  return viewPrice(past, product);
};
