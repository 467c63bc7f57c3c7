/** Checkouts in replies: for sellers, for customers, and after confirmation. Amounts in minor units. */
import { z } from 'zod';
import { createdWithin, id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Address } from './address.ts';
import { AttachedCustomField, CustomFieldWords } from './custom-field.ts';
import { CheckoutDiscount } from './discount.ts';
import { CheckoutStatus, PaymentProcessor, SubscriptionRecurringInterval } from './enums.ts';
import { CustomFieldData, MetadataOut } from './metadata.ts';
import { Organization } from './organization.ts';
import { AnyProductPrice } from './price.ts';
import { CheckoutProduct } from './product.ts';
import { CheckoutSortProperty } from './sorts.ts';
import { taxFacts } from './tax.ts';

/** Which address fields the form asks for. */
export const CheckoutBillingAddressFields = z.object({
  country: z.boolean(),
  state: z.boolean(),
  city: z.boolean(),
  postalCode: z.boolean(),
  line1: z.boolean(),
  line2: z.boolean(),
});
export type CheckoutBillingAddressFields = z.infer<typeof CheckoutBillingAddressFields>;

const facts = {
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  customFieldData: CustomFieldData,
  paymentProcessor: PaymentProcessor,
  status: CheckoutStatus,
  clientSecret: z.string(),
  url: z.string(),
  expiresAt: timestamp,
  successUrl: z.string(),
  embedOrigin: z.string().nullable(),
  /** The customer's language as a tag (`de`, `pt-BR`), for the page and mails. Null: unknown. */
  locale: z.string().nullable(),
  amount: z.int(),
  discountAmount: z.int(),
  netAmount: z.int(),
  taxAmount: z.int().nullable(),
  ...taxFacts,
  totalAmount: z.int(),
  currency: z.string(),
  productId: z.string(),
  productPriceId: z.string(),
  discountId: z.string().nullable(),
  allowDiscountCodes: z.boolean(),
  requireBillingAddress: z.boolean(),
  isDiscountApplicable: z.boolean(),
  isFreeProductPrice: z.boolean(),
  isPaymentRequired: z.boolean(),
  isPaymentSetupRequired: z.boolean(),
  isPaymentFormRequired: z.boolean(),
  // In later versions of the API: the checkout's own trial, and the trial that applies.
  allowTrial: z.boolean(),
  trialInterval: SubscriptionRecurringInterval.nullable(),
  trialIntervalCount: z.int().nullable(),
  activeTrialInterval: SubscriptionRecurringInterval.nullable(),
  activeTrialIntervalCount: z.int().nullable(),
  /** When a trial that starts now would end; null: no trial. */
  trialEnd: timestamp.nullable(),
  customerId: z.string().nullable(),
  isBusinessCustomer: z.boolean(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  customerIpAddress: z.string().nullable(),
  customerBillingName: z.string().nullable(),
  customerBillingAddress: Address.nullable(),
  customerTaxId: z.string().nullable(),
  /** What the page needs to use the payment processor, e.g. `intent_status`. Keys are defined by the processor. */
  paymentProcessorMetadata: z.record(z.string(), z.string()),
  customerBillingAddressFields: CheckoutBillingAddressFields,
  /** All products to choose from; `product` and `productPrice` are the current choice. */
  products: z.array(CheckoutProduct),
  product: CheckoutProduct,
  productPrice: AnyProductPrice,
  discount: CheckoutDiscount.nullable(),
  attachedCustomFields: z.array(AttachedCustomField),
};

/** A checkout as its seller sees it. Both names of the customer's external id carry the same value. */
export const Checkout = z.object({
  ...facts,
  metadata: MetadataOut,
  customerExternalId: z.string().nullable(),
  externalCustomerId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  customerMetadata: MetadataOut,
});
export type Checkout = z.infer<typeof Checkout>;

/** A checkout as a holder of its client secret sees it. */
export const CheckoutPublic = z.object({
  ...facts,
  /** The chosen product's description as sanitised HTML, rendered from Markdown. Addition to the contract. */
  productDescriptionHtml: z.string().nullable(),
  /** Rendered texts of the attached custom fields, in their order. Addition to the contract. */
  customFieldWords: z.array(CustomFieldWords),
  organization: Organization,
});
export type CheckoutPublic = z.infer<typeof CheckoutPublic>;

/** The reply to a confirmation: `customerSessionToken` gives access to the customer portal. */
export const CheckoutPublicConfirmed = CheckoutPublic.extend({
  status: z.literal('confirmed'),
  customerSessionToken: z.string(),
});
export type CheckoutPublicConfirmed = z.infer<typeof CheckoutPublicConfirmed>;

/** Filters of the list of checkouts. `query` searches the customer's e-mail address and name. */
export const CheckoutExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  status: oneOrMany(CheckoutStatus).optional(),
  query: text.max(500).optional(),
  // Additions to the contract.
  ...createdWithin,
});
export type CheckoutExportQuery = z.output<typeof CheckoutExportQuery>;

/** Filters, order and page of the list of checkouts. */
export const CheckoutListQuery = PageQuery.extend({
  ...CheckoutExportQuery.shape,
  sorting: sortingOf(CheckoutSortProperty, '-created_at'),
});
export type CheckoutListQuery = z.output<typeof CheckoutListQuery>;

/** A page of checkouts. */
export const CheckoutPage = pageOf(Checkout);

/**
 * A message of a checkout's event stream: `checkout.updated` {status}, `checkout.order_created`,
 * `checkout.subscription_created`, `checkout.webhook_event_delivered` {status}.
 */
export const CheckoutStreamMessage = z.object({
  id: z.string(),
  key: z.enum([
    'checkout.updated',
    'checkout.order_created',
    'checkout.subscription_created',
    'checkout.webhook_event_delivered',
  ]),
  payload: z.record(z.string(), z.unknown()),
});
export type CheckoutStreamMessage = z.infer<typeof CheckoutStreamMessage>;
