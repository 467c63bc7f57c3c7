/** Orders and subscriptions as customers see them (contracts/billing.md, section 3: customer-portal). */
import { z } from 'zod';
import { flag, id, mustBeGiven, oneOrMany, sortingOf, text, trimmedText } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { AddressInput } from './address.ts';
import {
  CustomerCancellationReason,
  DiscountDuration,
  ProductBillingType,
  SubscriptionEndedReason,
} from './enums.ts';
import { Order } from './order.ts';
import { Organization } from './organization.ts';
import { AnyProductPrice } from './price.ts';
import { CheckoutProduct } from './product.ts';
import {
  BareSubscription,
  oneKindOfChange,
  SubscriptionPause,
  SubscriptionPendingUpdate,
  SubscriptionResume,
  SubscriptionUpdatePending,
} from './subscription.ts';

/**
 * A seller and its products as customers see them. `paymentProcessor` (addition to the contract): what a page that
 * accepts cards needs. `isClosed` (addition to the contract): the organization was deleted, so that nothing is sold any
 * more; customers still find what they have bought.
 */
export const CustomerOrganization = z.object({
  organization: Organization,
  products: z.array(CheckoutProduct),
  paymentProcessor: z.record(z.string(), z.string()),
  isClosed: z.boolean(),
});
export type CustomerOrganization = z.infer<typeof CustomerOrganization>;

/** A purchased product, with its seller. */
const CustomerPurchasedProduct = CheckoutProduct.extend({ organization: Organization });

/** A subscription without relations, and without the seller's metadata. */
const CustomerBareSubscription = BareSubscription.omit({ metadata: true });

/** An order. `isPayable` (addition to the contract): whether its customer can pay it manually now. */
export const CustomerOrder = Order.omit({
  metadata: true,
  customFieldData: true,
  customer: true,
  discount: true,
  failedPaymentOutcome: true,
}).extend({
  product: CustomerPurchasedProduct,
  subscription: CustomerBareSubscription.nullable(),
  isPayable: z.boolean(),
});
export type CustomerOrder = z.infer<typeof CustomerOrder>;
export const CustomerOrderPage = pageOf(CustomerOrder);

/** A subscription's consumption of a meter in the current period; `amount` in minor units. */
const CustomerSubscriptionMeter = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  consumedUnits: z.number(),
  creditedUnits: z.int(),
  amount: z.int(),
  meterId: z.string(),
  meter: z.object({
    id: z.string(),
    createdAt: timestamp,
    modifiedAt: timestamp.nullable(),
    name: z.string(),
  }),
});

export const CustomerSubscription = CustomerBareSubscription.extend({
  pendingUpdate: SubscriptionPendingUpdate.nullable(),
  // Addition to the contract: see `Subscription`.
  endedReason: SubscriptionEndedReason.nullable(),
  product: CustomerPurchasedProduct,
  prices: z.array(AnyProductPrice),
  meters: z.array(CustomerSubscriptionMeter),
});
export type CustomerSubscription = z.infer<typeof CustomerSubscription>;
export const CustomerSubscriptionPage = pageOf(CustomerSubscription);

const CustomerOrderSortProperty = z.enum([
  'created_at',
  '-created_at',
  'amount',
  '-amount',
  'net_amount',
  '-net_amount',
  'product',
  '-product',
  'subscription',
  '-subscription',
]);

/** Filters, order and page of a customer's orders. `query` searches the product's name and the invoice number. */
export const CustomerOrderListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  productBillingType: oneOrMany(ProductBillingType).optional(),
  subscriptionId: oneOrMany(id).optional(),
  query: text.max(500).optional(),
  /** Addition to the contract: unpaid orders that their customer can pay manually. */
  isPayable: flag.optional(),
  sorting: sortingOf(CustomerOrderSortProperty, '-created_at'),
});
export type CustomerOrderListQuery = z.output<typeof CustomerOrderListQuery>;

const CustomerSubscriptionSortProperty = z.enum([
  'started_at',
  '-started_at',
  'amount',
  '-amount',
  'status',
  '-status',
  'organization',
  '-organization',
  'product',
  '-product',
]);

/** Filters, order and page of a customer's subscriptions. `active` false: revoked ones. */
export const CustomerSubscriptionListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  active: flag.optional(),
  query: text.max(500).optional(),
  sorting: sortingOf(CustomerSubscriptionSortProperty, '-started_at'),
});
export type CustomerSubscriptionListQuery = z.output<typeof CustomerSubscriptionListQuery>;

/** New billing details of an order; both keys are required. */
export const CustomerOrderUpdate = z.object({
  billingName: trimmedText(500).nullable(),
  billingAddress: AddressInput.nullable(),
});

/** A change of plan. */
export const CustomerSubscriptionUpdateProduct = z.object({ productId: id });

/** Cancels at the end of the period, or undoes that. `cancelAtPeriodEnd` absent or null: sets the reason only. */
export const CustomerSubscriptionCancel = z
  .object({
    cancelAtPeriodEnd: z.boolean().nullish(),
    cancellationReason: CustomerCancellationReason.nullish(),
    cancellationComment: text.max(5000).nullish(),
  })
  .refine((value) => Object.values(value).some((given) => given != null), mustBeGiven);
export type CustomerSubscriptionCancel = z.output<typeof CustomerSubscriptionCancel>;

const absent = z.never().optional();
/** A request without changes. Rejected after the ownership check: callers without access get 404 first. */
const CustomerSubscriptionUnchanged: z.ZodType<CustomerSubscriptionCancel, CustomerSubscriptionCancel> =
  z.object({
    productId: absent,
    pendingUpdate: absent,
    pauseAtPeriodEnd: absent,
    resumesAt: absent,
    resume: absent,
    cancelAtPeriodEnd: z.null().optional(),
    cancellationReason: z.null().optional(),
    cancellationComment: z.null().optional(),
  });

/** A change by the customer: exactly one of these. Pausing and resuming are named as in later versions of the API. */
export const CustomerSubscriptionUpdate = z.xor(
  [
    CustomerSubscriptionUpdateProduct,
    SubscriptionUpdatePending,
    SubscriptionPause,
    SubscriptionResume,
    CustomerSubscriptionCancel,
    CustomerSubscriptionUnchanged,
  ],
  oneKindOfChange,
);
export type CustomerSubscriptionUpdate = z.output<typeof CustomerSubscriptionUpdate>;

/** An offered discount, as its customer sees it. `amount` in minor units of `currency`. */
const OfferedDiscount = z.object({
  name: z.string(),
  basisPoints: z.int().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  duration: DiscountDuration,
  durationInMonths: z.int().nullable(),
});

/** The seller's offer to a customer who is about to cancel; null: none, or no longer. Addition to the contract. */
export const CustomerSubscriptionOffer = z.object({
  offer: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('pause'), resumesAt: timestamp }),
      /** `price`: the price of a period with the discount, in minor units. */
      z.object({ type: z.literal('discount'), discount: OfferedDiscount, price: z.int() }),
    ])
    .nullable(),
});
export type CustomerSubscriptionOffer = z.infer<typeof CustomerSubscriptionOffer>;

/**
 * Whether a subscription duplicates another one where the seller allows one only; null: it does not. It ends at
 * `endsAt`, unless the other one ends before. `refundAmount`: what ending it immediately refunds, in minor units of
 * `currency`, including tax; null: it is for another product, or too old for that. Addition to the contract.
 */
export const CustomerSubscriptionDuplicate = z.object({
  duplicate: z
    .object({ endsAt: timestamp.nullable(), refundAmount: z.int().nullable(), currency: z.string() })
    .nullable(),
});
export type CustomerSubscriptionDuplicate = z.infer<typeof CustomerSubscriptionDuplicate>;

/** How a failed order is paid: with a new card (a token of the processor), or a saved one. */
export const CustomerOrderConfirmPayment = z
  .object({
    confirmationTokenId: text.min(1).max(500).nullish(),
    paymentMethodId: text.min(1).max(200).nullish(),
  })
  .refine(
    ({ confirmationTokenId, paymentMethodId }) => (confirmationTokenId == null) !== (paymentMethodId == null),
    { path: ['confirmationTokenId'], message: 'Provide a confirmation token or a saved payment method.' },
  );
export type CustomerOrderConfirmPayment = z.output<typeof CustomerOrderConfirmPayment>;

/** The immediate result. `clientSecret`: for the bank's authentication. `error`: a text for the customer. */
export const CustomerOrderPaymentConfirmation = z.object({
  status: z.enum(['processing', 'requires_action', 'succeeded', 'failed']),
  clientSecret: z.string().nullable(),
  error: z.string().nullable(),
});
export type CustomerOrderPaymentConfirmation = z.infer<typeof CustomerOrderPaymentConfirmation>;

/**
 * The state of an order's payment. `clientSecret` (addition to the contract): of an authentication that is pending,
 * else null. `isRefunded` (addition too): the payment arrived after its subscription had ended; `status` is `failed`.
 */
export const CustomerOrderPaymentStatus = z.object({
  status: z.enum(['no_payment', 'pending', 'processing', 'requires_action', 'succeeded', 'failed']),
  clientSecret: z.string().nullable(),
  error: z.string().nullable(),
  isRefunded: z.boolean(),
});
export type CustomerOrderPaymentStatus = z.infer<typeof CustomerOrderPaymentStatus>;
