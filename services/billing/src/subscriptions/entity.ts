/** Rows of subscriptions. */
import { column } from '@tessera/kit/database/data-source';
import type {
  CustomerCancellationReason,
  SubscriptionEndedReason,
  SubscriptionProrationBehavior,
  SubscriptionRecurringInterval,
  SubscriptionStatus,
} from '@tessera/proto/api/billing/enums';
import type { CustomFieldData, MetadataOut } from '@tessera/proto/api/billing/metadata';
import { EntitySchema } from 'typeorm';

/**
 * `amount` in minor units per period, net of the discount; `subtotalAmount` before it (null: the same, no discount).
 * `discountAppliedAt`: start of the first period with the discount (null: the next one), from which its duration
 * counts. `priceIds` were agreed at the start; `anchorDay` is 1..31.
 */
export type SubscriptionRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  status: SubscriptionStatus;
  customerId: string;
  productId: string;
  priceIds: string[];
  discountId: string | null;
  discountAppliedAt: Date | null;
  checkoutId: string | null;
  /**
   * Its customer already had a subscription where only one is allowed; the buyer typed the address and was not told
   * so.
   */
  isRepeated: boolean;
  amount: number;
  subtotalAmount: number | null;
  currency: string;
  recurringInterval: SubscriptionRecurringInterval;
  recurringIntervalCount: number;
  anchorDay: number;
  currentPeriodStart: Date;
  currentPeriodEnd: Date | null;
  trialStart: Date | null;
  trialEnd: Date | null;
  /** When the customer was reminded of the trial's end; also set for trials too short for a reminder. */
  trialRemindedAt: Date | null;
  /** The end of the grace period in which a past-due subscription keeps its benefits; null: no grace period. */
  graceEndsAt: Date | null;
  pauseAtPeriodEnd: boolean;
  /** Null: not paused. A paused subscription is `unpaid`: the contract has no status of its own for it. */
  pausedAt: Date | null;
  resumesAt: Date | null;
  pendingUpdate: PendingUpdate | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  startedAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
  /** Why it ended if it was not canceled. */
  endedReason: SubscriptionEndedReason | null;
  customerCancellationReason: CustomerCancellationReason | null;
  customerCancellationComment: string | null;
  metadata: MetadataOut;
  customFieldData: CustomFieldData;
};

/**
 * A change of product scheduled for the next period; `createdAt` in ISO 8601. `priceChangeId`: new prices
 * (`priceIds`) of the current product, at which a period costs `amount`.
 */
export type PendingUpdate = {
  id: string;
  createdAt: string;
  productId: string;
  priceChangeId?: string;
  priceIds?: string[];
  amount?: number;
  /** It is applied now instead of with the next period. */
  isNow?: boolean;
  prorationBehavior?: SubscriptionProrationBehavior;
  /** New prices that were announced before this change was scheduled: restored if the change is withdrawn. */
  announced?: PendingUpdate;
};

const optional = { nullable: true };

export const SubscriptionEntity = new EntitySchema<SubscriptionRow>({
  name: 'subscription',
  tableName: 'subscriptions',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    organizationId: column.uuid('organization_id'),
    status: column.text('status'),
    customerId: column.uuid('customer_id'),
    productId: column.uuid('product_id'),
    priceIds: column.uuid('price_ids', { array: true }),
    discountId: column.uuid('discount_id', optional),
    discountAppliedAt: column.time('discount_applied_at', optional),
    checkoutId: column.uuid('checkout_id', optional),
    isRepeated: column.bool('is_repeated'),
    amount: column.int('amount'),
    subtotalAmount: column.int('subtotal_amount', optional),
    currency: column.text('currency'),
    recurringInterval: column.text('recurring_interval'),
    recurringIntervalCount: column.int('recurring_interval_count'),
    anchorDay: column.int('anchor_day'),
    currentPeriodStart: column.time('current_period_start'),
    currentPeriodEnd: column.time('current_period_end', optional),
    trialStart: column.time('trial_start', optional),
    trialEnd: column.time('trial_end', optional),
    trialRemindedAt: column.time('trial_reminded_at', optional),
    graceEndsAt: column.time('grace_ends_at', optional),
    pauseAtPeriodEnd: column.bool('pause_at_period_end'),
    pausedAt: column.time('paused_at', optional),
    resumesAt: column.time('resumes_at', optional),
    pendingUpdate: column.json('pending_update', optional),
    cancelAtPeriodEnd: column.bool('cancel_at_period_end'),
    canceledAt: column.time('canceled_at', optional),
    startedAt: column.time('started_at', optional),
    endsAt: column.time('ends_at', optional),
    endedAt: column.time('ended_at', optional),
    endedReason: column.text('ended_reason', optional),
    customerCancellationReason: column.text('customer_cancellation_reason', optional),
    customerCancellationComment: column.text('customer_cancellation_comment', optional),
    metadata: column.json('metadata'),
    customFieldData: column.json('custom_field_data'),
  },
});

/** A subscription's usage of a meter in its period; `amount` in minor units is its cost so far. */
export type SubscriptionMeterRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  subscriptionId: string;
  meterId: string;
  consumedUnits: number;
  creditedUnits: number;
  amount: number;
};

export const SubscriptionMeterEntity = new EntitySchema<SubscriptionMeterRow>({
  name: 'subscriptionMeter',
  tableName: 'subscription_meters',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    subscriptionId: column.uuid('subscription_id'),
    meterId: column.uuid('meter_id'),
    consumedUnits: { type: 'double precision', name: 'consumed_units' },
    creditedUnits: column.int('credited_units'),
    amount: column.int('amount'),
  },
});
