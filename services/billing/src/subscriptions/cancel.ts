/** Schedules a subscription's end with its period, and withdraws it (contracts/billing-behaviour.md, section 4). */
import { kitErrors } from '@tessera/kit/errors';
import type { Subscription, SubscriptionCancel } from '@tessera/proto/api/billing/subscription';
import {
  subscriptionCanceled,
  subscriptionUncanceled,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { markStateChanged } from '../customers/marks.ts';
import { emitAll } from '../events.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { refuseChange, subscriptionErrors } from './errors.ts';
import { fillSubscriptions } from './find.ts';
import { announcedOf } from './pending.ts';
import { activeStatuses, billableStatuses } from './rules.ts';
import { subscriptionEvents, viewSubscription } from './view.ts';

type Because = Omit<SubscriptionCancel, 'cancelAtPeriodEnd'>;

/** The caller holds the lock of the subscription. Throws AlreadyCanceledSubscription. */
export const setToEnd = async (
  em: EntityManager,
  now: Date,
  row: SubscriptionRow,
  because: Because,
): Promise<Subscription> => {
  const isEnding = row.cancelAtPeriodEnd || row.endsAt !== null || row.endedAt !== null;
  const isPaused = row.pausedAt !== null;
  // One that is past due for longer than its period has none left either.
  const isOver = row.status === 'past_due' && row.currentPeriodEnd !== null && row.currentPeriodEnd <= now;
  if (isEnding || !(isPaused || billableStatuses.includes(row.status))) throw refuseChange(row);
  const changes = {
    cancelAtPeriodEnd: true,
    canceledAt: now,
    // A paused subscription has no period.
    endsAt: isPaused || isOver ? now : row.currentPeriodEnd,
    // Scheduled changes are dropped; announced prices stay, in case the cancellation is withdrawn.
    pauseAtPeriodEnd: false,
    resumesAt: null,
    pendingUpdate: announcedOf(row.pendingUpdate),
    ...reasonOf(because),
    modifiedAt: now,
  };
  return write(em, row, changes, subscriptionCanceled);
};

/**
 * The caller holds the lock of the subscription. `pendingUpdate`: the scheduled change of the period that is now
 * coming. Throws BadRequest if it is not active or not set to end, ResourceUnavailable if it has ended.
 */
export const keepOn = async (
  em: EntityManager,
  now: Date,
  row: SubscriptionRow,
  { pendingUpdate }: Pick<SubscriptionRow, 'pendingUpdate'>,
): Promise<Subscription> => {
  if (row.endedAt) throw subscriptionErrors.ResourceUnavailable();
  const isActive = activeStatuses.some((status) => status === row.status);
  if (!isActive || !row.cancelAtPeriodEnd)
    throw kitErrors.BadRequest('Only an active subscription that is set to cancel can be uncanceled.');
  const changes = {
    pendingUpdate,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endsAt: null,
    customerCancellationReason: null,
    customerCancellationComment: null,
    modifiedAt: now,
  };
  return write(em, row, changes, subscriptionUncanceled);
};

/** The reasons of a cancellation; those that were not passed stay unchanged. */
export const reasonOf = ({ customerCancellationReason, customerCancellationComment }: Because) => ({
  ...(customerCancellationReason && { customerCancellationReason }),
  ...(customerCancellationComment && { customerCancellationComment }),
});

/** Emits the general event before the specific one. */
const write = async (
  em: EntityManager,
  row: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
  type: typeof subscriptionCanceled | typeof subscriptionUncanceled,
): Promise<Subscription> => {
  await em.update(SubscriptionEntity, { id: row.id }, changes);
  const [full] = await fillSubscriptions(em, [{ ...row, ...changes }]);
  if (!full) throw new Error(`subscription ${row.id} is gone`);
  await markStateChanged(em, row.customerId);
  await emitAll(em, subscriptionEvents([subscriptionUpdated, type], full));
  return viewSubscription(full);
};
