/** Subscriptions (contracts/billing.md, section 3). Amounts in minor units per period, after the discount. */
import { z } from 'zod';
import { flag, id, mustBeGiven, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp, timestampInput } from '../wire.ts';
import { Customer } from './customer.ts';
import { DiscountBase } from './discount.ts';
import {
  CustomerCancellationReason,
  OrderBillingReason,
  SubscriptionChangeBehavior,
  SubscriptionEndedReason,
  SubscriptionRecurringInterval,
  SubscriptionStatus,
} from './enums.ts';
import { CustomFieldData, MetadataOut, MetadataQuery } from './metadata.ts';
import { Meter } from './meter.ts';
import { AnyProductPrice } from './price.ts';
import { Product } from './product.ts';
import { SubscriptionSortProperty } from './sorts.ts';

/** A subscription without relations, as nested in an order. `endsAt`: when it will end; `endedAt`: when it ended. */
export const BareSubscription = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  metadata: MetadataOut,
  amount: z.int(),
  currency: z.string(),
  recurringInterval: SubscriptionRecurringInterval,
  // In later versions of the API, down to `resumesAt`.
  recurringIntervalCount: z.int(),
  trialStart: timestamp.nullable(),
  trialEnd: timestamp.nullable(),
  pauseAtPeriodEnd: z.boolean(),
  pausedAt: timestamp.nullable(),
  resumesAt: timestamp.nullable(),
  status: SubscriptionStatus,
  currentPeriodStart: timestamp,
  currentPeriodEnd: timestamp.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  canceledAt: timestamp.nullable(),
  startedAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  customerId: z.string(),
  productId: z.string(),
  discountId: z.string().nullable(),
  checkoutId: z.string().nullable(),
  customerCancellationReason: CustomerCancellationReason.nullable(),
  customerCancellationComment: z.string().nullable(),
});
export type BareSubscription = z.infer<typeof BareSubscription>;

/** A subscription's consumption of a meter in the current period. */
export const SubscriptionMeter = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  consumedUnits: z.number(),
  creditedUnits: z.int(),
  amount: z.int(),
  meterId: z.string(),
  meter: Meter,
});
export type SubscriptionMeter = z.infer<typeof SubscriptionMeter>;

/** A pending change that applies with the next period, in the form of later versions of the API. */
export const SubscriptionPendingUpdate = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  appliesAt: timestamp,
  productId: z.string(),
  // Additions to the contract, for announced prices: the price change, and the new price per period.
  priceChangeId: z.string().nullable(),
  amount: z.int().nullable(),
});
export type SubscriptionPendingUpdate = z.infer<typeof SubscriptionPendingUpdate>;

/** A subscription with its relations. */
export const Subscription = BareSubscription.extend({
  pendingUpdate: SubscriptionPendingUpdate.nullable(),
  // Addition to the contract. Null: it was canceled by its customer or seller, or has not ended.
  endedReason: SubscriptionEndedReason.nullable().default(null),
  customFieldData: CustomFieldData,
  customer: Customer,
  product: Product,
  discount: DiscountBase.nullable(),
  prices: z.array(AnyProductPrice),
  meters: z.array(SubscriptionMeter),
});
export type Subscription = z.infer<typeof Subscription>;

const cancellation = {
  customerCancellationReason: CustomerCancellationReason.nullish(),
  customerCancellationComment: text.max(5000).nullish(),
};

/** A change of plan. */
export const SubscriptionUpdateProduct = z.object({
  productId: id,
  prorationBehavior: SubscriptionChangeBehavior.nullish(),
});
export type SubscriptionUpdateProduct = z.output<typeof SubscriptionUpdateProduct>;
/** Cancels at the end of the period, or undoes that. */
export const SubscriptionCancel = z.object({ ...cancellation, cancelAtPeriodEnd: z.boolean(mustBeGiven) });
export type SubscriptionCancel = z.output<typeof SubscriptionCancel>;
/** Ends the subscription immediately. */
export const SubscriptionRevoke = z.object({ ...cancellation, revoke: z.literal(true, mustBeGiven) });

/** Changes the discount of a running subscription from its next period on; null removes the current one. */
export const SubscriptionUpdateDiscount = z.object({ discountId: id.nullable() });
export type SubscriptionUpdateDiscount = z.output<typeof SubscriptionUpdateDiscount>;

/** Withdraws a pending change of the next period. Addition to the contract. */
export const SubscriptionUpdatePending = z.object({ pendingUpdate: z.null() });
/** Pauses at the end of the period until resumed or `resumesAt`, or undoes that. In later versions of the API. */
export const SubscriptionPause = z.object({
  pauseAtPeriodEnd: z.boolean(mustBeGiven),
  resumesAt: timestampInput.nullish(),
});
export type SubscriptionPause = z.output<typeof SubscriptionPause>;
/** Resumes immediately, with a new period. */
export const SubscriptionResume = z.object({ resume: z.literal(true, mustBeGiven) });
/** Ends the trial at the given time, or `now`. In later versions of the API. */
export const SubscriptionUpdateTrial = z.object({ trialEnd: z.union([z.literal('now'), timestampInput]) });
export type SubscriptionUpdateTrial = z.output<typeof SubscriptionUpdateTrial>;

/** Requests with several kinds of changes are rejected, because the intended one is ambiguous. */
export const oneKindOfChange = { error: 'Only one kind of change can be made at a time' };

/** A change to a subscription: exactly one of these. */
export const SubscriptionUpdate = z.xor(
  [
    SubscriptionUpdateProduct,
    SubscriptionUpdatePending,
    SubscriptionPause,
    SubscriptionResume,
    SubscriptionUpdateTrial,
    SubscriptionCancel,
    SubscriptionRevoke,
    SubscriptionUpdateDiscount,
  ],
  oneKindOfChange,
);
export type SubscriptionUpdate = z.output<typeof SubscriptionUpdate>;

/** A line of an upcoming order; `amount` before discount and tax, below 0: a credit. */
const UpcomingItem = z.object({
  label: z.string(),
  amount: z.int(),
  taxAmount: z.int(),
  proration: z.boolean(),
  productPriceId: z.string().nullable(),
});

/** An upcoming order as of now. Addition to the contract. `dueAmount` will be charged on `date`. */
export const UpcomingInvoice = z.object({
  date: timestamp,
  billingReason: OrderBillingReason,
  currency: z.string(),
  subtotalAmount: z.int(),
  discountAmount: z.int(),
  netAmount: z.int(),
  taxAmount: z.int(),
  totalAmount: z.int(),
  appliedBalanceAmount: z.int(),
  dueAmount: z.int(),
  items: z.array(UpcomingItem),
});
export type UpcomingInvoice = z.infer<typeof UpcomingInvoice>;

/** With a forecast: an estimate if usage continues at its current rate. Null if no meter has a rate. */
export const ProjectedInvoice = UpcomingInvoice.extend({ forecast: UpcomingInvoice.nullable() });
export type ProjectedInvoice = z.infer<typeof ProjectedInvoice>;

/**
 * Preview of a change of product. Addition to the contract. `invoice`: what would be charged immediately; null:
 * nothing. `nextInvoice`: the order after that; null: none, since the subscription ends beside another one of its
 * customer. `prorationBehavior` null: the change has no effect.
 */
export const SubscriptionChangePreview = z.object({
  productId: z.string(),
  prorationBehavior: SubscriptionChangeBehavior.nullable(),
  amount: z.int(),
  currency: z.string(),
  recurringInterval: SubscriptionRecurringInterval,
  recurringIntervalCount: z.int(),
  currentPeriodStart: timestamp,
  currentPeriodEnd: timestamp.nullable(),
  discountId: z.string().nullable(),
  invoice: UpcomingInvoice.nullable(),
  nextInvoice: UpcomingInvoice.nullable(),
});
export type SubscriptionChangePreview = z.infer<typeof SubscriptionChangePreview>;

/** Filters of the list of subscriptions. */
export const SubscriptionExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  discountId: oneOrMany(id).optional(),
  active: flag.optional(),
  // Additions to the contract. `query` searches the customer and the product.
  status: oneOrMany(SubscriptionStatus).optional(),
  query: text.max(500).optional(),
  metadata: MetadataQuery.optional(),
});
export type SubscriptionExportQuery = z.output<typeof SubscriptionExportQuery>;

/** Filters, order and page of the list of subscriptions. `active` false: revoked ones. */
export const SubscriptionListQuery = PageQuery.extend({
  ...SubscriptionExportQuery.shape,
  sorting: sortingOf(SubscriptionSortProperty, '-started_at'),
});
export type SubscriptionListQuery = z.output<typeof SubscriptionListQuery>;

/** A page of subscriptions. */
export const SubscriptionPage = pageOf(Subscription);
