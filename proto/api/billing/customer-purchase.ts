/** Orders and subscriptions as their customers see them (contracts/billing.md, section 3: customer-portal). */
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

/** What a seller offers, as its customers see it. `paymentProcessor` is ours: what a page that takes cards must know. */
export const CustomerOrganization = z.object({
  organization: Organization,
  products: z.array(CheckoutProduct),
  paymentProcessor: z.record(z.string(), z.string()),
});
export type CustomerOrganization = z.infer<typeof CustomerOrganization>;

/** What was bought, and of whom. */
const CustomerPurchasedProduct = CheckoutProduct.extend({ organization: Organization });

/** A subscription by itself, without the seller's metadata. */
const CustomerBareSubscription = BareSubscription.omit({ metadata: true });

/**
 * An order. `nextPaymentAttemptAt`, as later versions of the API have it: when its payment is tried again. `isPayable`
 * is ours: whether its customer can pay it by hand now.
 */
export const CustomerOrder = Order.omit({
  metadata: true,
  customFieldData: true,
  customer: true,
  discount: true,
}).extend({
  product: CustomerPurchasedProduct,
  subscription: CustomerBareSubscription.nullable(),
  nextPaymentAttemptAt: timestamp.nullable(),
  isPayable: z.boolean(),
});
export type CustomerOrder = z.infer<typeof CustomerOrder>;
export const CustomerOrderPage = pageOf(CustomerOrder);

/** What a subscription has used of a meter in the present period; `amount` in cents. */
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
  // Ours: see `Subscription`.
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

/** Filters, order and page of a customer's orders. `query`: letters of the product, or of the invoice number. */
export const CustomerOrderListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  productBillingType: oneOrMany(ProductBillingType).optional(),
  subscriptionId: oneOrMany(id).optional(),
  query: text.max(500).optional(),
  /** Ours: those that wait for money which their customer can pay by hand. */
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

/** Filters, order and page of a customer's subscriptions. `active` false finds those that were revoked. */
export const CustomerSubscriptionListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  active: flag.optional(),
  query: text.max(500).optional(),
  sorting: sortingOf(CustomerSubscriptionSortProperty, '-started_at'),
});
export type CustomerSubscriptionListQuery = z.output<typeof CustomerSubscriptionListQuery>;

/** New billing details of an order; both keys must be given. */
export const CustomerOrderUpdate = z.object({
  billingName: trimmedText(500).nullable(),
  billingAddress: AddressInput.nullable(),
});

/** A change of plan. */
export const CustomerSubscriptionUpdateProduct = z.object({ productId: id });

/** Set to end with its period, or kept. `cancelAtPeriodEnd` absent or null: only the reason is told. */
export const CustomerSubscriptionCancel = z
  .object({
    cancelAtPeriodEnd: z.boolean().nullish(),
    cancellationReason: CustomerCancellationReason.nullish(),
    cancellationComment: text.max(5000).nullish(),
  })
  .refine((value) => Object.values(value).some((given) => given != null), mustBeGiven);
export type CustomerSubscriptionCancel = z.output<typeof CustomerSubscriptionCancel>;

const absent = z.never().optional();
/** Names nothing that can be changed. Refused once it is known whose the subscription is: others are told 404 first. */
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

/** A change by the customer: exactly one of these kinds. Pausing and resuming are named as in later versions of the API. */
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

/** What makes a subscription cheaper, as its customer is told. `amount` in cents of `currency`. */
const OfferedDiscount = z.object({
  name: z.string(),
  basisPoints: z.int().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  duration: DiscountDuration,
  durationInMonths: z.int().nullable(),
});

/** What a seller offers a customer who is about to cancel; null: nothing, or nothing any more. Ours. */
export const CustomerSubscriptionOffer = z.object({
  offer: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('pause'), resumesAt: timestamp }),
      /** `price`: what a period then costs, in cents. */
      z.object({ type: z.literal('discount'), discount: OfferedDiscount, price: z.int() }),
    ])
    .nullable(),
});
export type CustomerSubscriptionOffer = z.infer<typeof CustomerSubscriptionOffer>;

/**
 * Whether a subscription is a second one beside another, where the seller allows one; null: it is not. It ends at `endsAt`,
 * unless the other one does before. `refundAmount`: what its customer has back who ends it at once, in the smallest unit of
 * `currency`, taxes included; null: it is to something else, or too old to be ended like that. Ours.
 */
export const CustomerSubscriptionDuplicate = z.object({
  duplicate: z
    .object({ endsAt: timestamp.nullable(), refundAmount: z.int().nullable(), currency: z.string() })
    .nullable(),
});
export type CustomerSubscriptionDuplicate = z.infer<typeof CustomerSubscriptionDuplicate>;

/** How a failed order is paid: by a new card (a token of the processor), or by a saved one. */
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

/** What became of it at once. `clientSecret`: the bank asks its customer. `error`: words for the customer. */
export const CustomerOrderPaymentConfirmation = z.object({
  status: z.enum(['processing', 'requires_action', 'succeeded', 'failed']),
  clientSecret: z.string().nullable(),
  error: z.string().nullable(),
});
export type CustomerOrderPaymentConfirmation = z.infer<typeof CustomerOrderPaymentConfirmation>;

/** Where the payment of an order stands. `clientSecret` (ours): of the question that the bank still has, else null. */
export const CustomerOrderPaymentStatus = z.object({
  status: z.enum(['no_payment', 'pending', 'processing', 'requires_action', 'succeeded', 'failed']),
  clientSecret: z.string().nullable(),
  error: z.string().nullable(),
});
export type CustomerOrderPaymentStatus = z.infer<typeof CustomerOrderPaymentStatus>;
