/** Subscriptions (contracts/billing.md, section 3). Amounts in cents a period, net of the discount. */
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

/** A subscription by itself, as an order nests it. `endsAt`: it will end; `endedAt`: it has ended. */
export const BareSubscription = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  metadata: MetadataOut,
  amount: z.int(),
  currency: z.string(),
  recurringInterval: SubscriptionRecurringInterval,
  // Of later versions of the API, down to `resumesAt`.
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

/** What a subscription has consumed of a meter in the present period. */
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

/** A change of product that comes with the next period, as later versions of the API show it. */
export const SubscriptionPendingUpdate = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  appliesAt: timestamp,
  productId: z.string(),
  // Ours, of new prices that the seller has announced: which change it is, and what a period will cost.
  priceChangeId: z.string().nullable(),
  amount: z.int().nullable(),
});
export type SubscriptionPendingUpdate = z.infer<typeof SubscriptionPendingUpdate>;

/** A subscription with all that belongs to it. */
export const Subscription = BareSubscription.extend({
  pendingUpdate: SubscriptionPendingUpdate.nullable(),
  // Ours; null: it was canceled, by its customer or its seller, or has not ended.
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
/** Set to end with its period, or taken back. */
export const SubscriptionCancel = z.object({ ...cancellation, cancelAtPeriodEnd: z.boolean(mustBeGiven) });
export type SubscriptionCancel = z.output<typeof SubscriptionCancel>;
/** Ended at once. */
export const SubscriptionRevoke = z.object({ ...cancellation, revoke: z.literal(true, mustBeGiven) });

/** Another discount for a running subscription, from its next period on; null takes the present one away. */
export const SubscriptionUpdateDiscount = z.object({ discountId: id.nullable() });
export type SubscriptionUpdateDiscount = z.output<typeof SubscriptionUpdateDiscount>;

/** Takes back a change that was to come with the next period. Ours. */
export const SubscriptionUpdatePending = z.object({ pendingUpdate: z.null() });
/** Paused with the end of its period, until it is resumed or `resumesAt`; or not any more. As in later versions. */
export const SubscriptionPause = z.object({
  pauseAtPeriodEnd: z.boolean(mustBeGiven),
  resumesAt: timestampInput.nullish(),
});
export type SubscriptionPause = z.output<typeof SubscriptionPause>;
/** Goes on at once, with a period that begins now. */
export const SubscriptionResume = z.object({ resume: z.literal(true, mustBeGiven) });
/** The trial ends then, or `now`. As in later versions. */
export const SubscriptionUpdateTrial = z.object({ trialEnd: z.union([z.literal('now'), timestampInput]) });
export type SubscriptionUpdateTrial = z.output<typeof SubscriptionUpdateTrial>;

/** Of a request that asks for several kinds of change none is made: which one was meant, nobody knows. */
export const oneKindOfChange = { error: 'Only one kind of change can be made at a time' };

/** A change to a subscription: exactly one of these kinds. */
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

/** A line of an order to come; `amount` before discount and tax, below 0: a credit. */
const UpcomingItem = z.object({
  label: z.string(),
  amount: z.int(),
  taxAmount: z.int(),
  proration: z.boolean(),
  productPriceId: z.string().nullable(),
});

/** An order to come, as things stand. Ours. `dueAmount` is what will be charged on `date`. */
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

/** With what it will come to if the period goes on at today's pace: an estimate. Null where no meter has a pace. */
export const ProjectedInvoice = UpcomingInvoice.extend({ forecast: UpcomingInvoice.nullable() });
export type ProjectedInvoice = z.infer<typeof ProjectedInvoice>;

/**
 * What a change of product would make of a subscription. Ours. `invoice`: what it would charge at once; null: nothing.
 * `nextInvoice`: the order after that. `prorationBehavior` null: there is nothing to change.
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
  nextInvoice: UpcomingInvoice,
});
export type SubscriptionChangePreview = z.infer<typeof SubscriptionChangePreview>;

/** Filters of the list of subscriptions. */
export const SubscriptionExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  customerId: oneOrMany(id).optional(),
  discountId: oneOrMany(id).optional(),
  active: flag.optional(),
  // Additions to the contract. `query`: letters of the customer or the product.
  status: oneOrMany(SubscriptionStatus).optional(),
  query: text.max(500).optional(),
  metadata: MetadataQuery.optional(),
});
export type SubscriptionExportQuery = z.output<typeof SubscriptionExportQuery>;

/** Filters, order and page of the list of subscriptions. `active` false finds those that were revoked. */
export const SubscriptionListQuery = PageQuery.extend({
  ...SubscriptionExportQuery.shape,
  sorting: sortingOf(SubscriptionSortProperty, '-started_at'),
});
export type SubscriptionListQuery = z.output<typeof SubscriptionListQuery>;

/** A page of subscriptions. */
export const SubscriptionPage = pageOf(Subscription);
