/** Ends subscriptions: immediately, or at the end of their period. */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { isOutage } from '@tessera/kit/database/outage';
import { sql } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import type { Subscription, SubscriptionUpdate } from '@tessera/proto/api/billing/subscription';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { markStateChanged, markStatesChanged } from '../customers/marks.ts';
import { revokeGrantsOfSubscriptions } from '../entitlements/granting/changes.ts';
import { closeLastPeriods } from '../entitlements/granting/closing.ts';
import { changeProduct } from '../product-changes/change.ts';
import { unscheduleChange } from '../product-changes/schedule.ts';
import { voidOwed } from '../renewals/dunning/owed.ts';
import { resumeSubscription, setPause } from '../renewals/periods/pause.ts';
import { changeTrialEnd } from '../renewals/periods/trials.ts';
import { reasonOf } from '../subscriptions/cancel.ts';
import { updateSubscriptionDiscount } from '../subscriptions/discount.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { subscriptionErrors } from '../subscriptions/errors.ts';
import { findSubscription } from '../subscriptions/find.ts';
import { lockSubscription } from '../subscriptions/lock.ts';
import { getSubscription } from '../subscriptions/read.ts';
import { changeReason, endOverdue, findOverdue, revokeSubscription } from '../subscriptions/revoke.ts';
import { passOnCredit } from '../usage/entries/shared.ts';
import { cancelSubscription } from './cancel.ts';

/** Dispatches an update by its kind. */
export const updateSubscription = (
  billing: Billing,
  row: SubscriptionRow,
  body: SubscriptionUpdate,
): Promise<Subscription> => {
  if ('discountId' in body) return updateSubscriptionDiscount(billing, row, body);
  if ('productId' in body) return changeProduct(billing, row, body);
  if ('pendingUpdate' in body) return unscheduleChange(billing, row);
  if ('pauseAtPeriodEnd' in body) return setPause(billing, row, body);
  if ('resume' in body) return resumeSubscription(billing, row);
  if ('trialEnd' in body) return changeTrialEnd(billing, row, body);
  if ('revoke' in body) return endSubscription(billing, row, body);
  return cancelSubscription(billing, row, body);
};

type Because = Parameters<typeof reasonOf>[0];

/** Ends a subscription and its grants immediately, also when it is set to end. Throws AlreadyCanceledSubscription. */
export const endSubscription = async (
  billing: Billing,
  { id }: SubscriptionRow,
  because: Because = {},
): Promise<Subscription> => {
  await transact(billing.db, async (em) => {
    const row = await lockSubscription(em, id);
    // Read under the lock: changes of one subscription have ascending times.
    const now = billing.now();
    if (row.endedAt) throw subscriptionErrors.AlreadyCanceledSubscription();
    await changeReason(em, id, reasonOf(because));
    await endNow(em, now, row);
  });
  const ended = await findSubscription(billing.db.manager, { id });
  if (!ended) throw new Error(`subscription ${id} is gone`);
  return getSubscription(billing, ended);
};

/** Ends a locked subscription and its grants. */
export const endNow = async (em: EntityManager, now: Date, row: SubscriptionRow): Promise<void> => {
  await closeLastPeriods(em, now, { rows: [row], untilOf: () => now });
  await revokeSubscription(em, row.id, { now });
  await revokeGrantsOfSubscriptions(em, [row.id], now);
  await passOnCredit(em, [row]);
  await voidOwed(em, now, [row.id]);
  await markStateChanged(em, row.customerId);
};

const batch = 50;
/** Maximum number tried one by one per round: a shutdown waits for the round to end. */
const maxAlone = 500;
/** Polling interval for endings left by crashed processes or scheduled by other processes. */
const restMilliseconds = 10_000;

/** Ends subscriptions at the end of their periods, if set to. Replicas share the work. */
export const startEndings = (billing: Billing): Stoppable =>
  loop({ every: restMilliseconds, log: billing.log, name: 'ending subscriptions' }, async () =>
    (await endDueSubscriptions(billing)) === batch ? true : untilNext(billing),
  );

/**
 * Runs one round. Returns how many subscriptions have ended. If ending them as a batch fails, each is tried alone, so
 * that one faulty subscription does not block the others. Throws when all fail.
 */
export const endDueSubscriptions = async (billing: Ending): Promise<number> => {
  try {
    return await endTogether(billing);
  } catch (error) {
    if (isOutage(error)) throw error;
    return endEach(billing, error);
  }
};

type Ending = Pick<Billing, 'db' | 'now' | 'log'>;

const endEach = async (billing: Ending, cause: unknown): Promise<number> => {
  let ended = 0;
  for (const id of await findOverdue(billing.db.manager, { now: billing.now(), limit: maxAlone }))
    ended += await endTogether(billing, id).catch((err: unknown) => {
      if (isOutage(err)) throw err;
      billing.log.error({ err, subscriptionId: id }, 'subscription could not be ended');
      return 0;
    });
  if (ended === 0) throw cause;
  return ended;
};

const endTogether = ({ db, now }: Ending, id?: string): Promise<number> =>
  transact(db, async (em) => {
    const time = now();
    const ended = await endOverdue(em, {
      now: time,
      limit: batch,
      id,
      // Their usage is charged after they have ended: see `renewals/periods/final.ts`.
      before: (rows) => closeLastPeriods(em, time, { rows, untilOf: ({ endsAt }) => endsAt ?? time }),
    });
    const ids = ended.map((one) => one.id);
    await revokeGrantsOfSubscriptions(em, ids, time);
    await passOnCredit(em, ended);
    await voidOwed(em, time, ids);
    await markStatesChanged(
      em,
      ended.map(({ customerId }) => customerId),
    );
    return ended.length;
  });

/** Milliseconds until the next one is due; false when none is within the polling interval. */
const untilNext = async ({ db, now }: Billing): Promise<number | false> => {
  const [row] = await sql<{ ends_at: Date | null }>(
    db,
    'SELECT min(ends_at) AS ends_at FROM subscriptions WHERE cancel_at_period_end AND ended_at IS NULL',
  );
  if (!row?.ends_at) return false;
  const left = row.ends_at.getTime() - now().getTime();
  // A due one that was not ended is locked by another replica.
  return left < restMilliseconds ? Math.max(left, 250) : false;
};
