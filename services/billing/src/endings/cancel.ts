/** Cancels subscriptions at the end of the period, and reverts that. */
import { transact } from '@tessera/kit/events/outbox';
import type { Subscription, SubscriptionCancel } from '@tessera/proto/api/billing/subscription';
import type { Billing } from '../billing.ts';
import { announceMissed } from '../price-changes/missed.ts';
import { emitDroppedAttempts } from '../renewals/dunning/owed.ts';
import { keepOn, setToEnd } from '../subscriptions/cancel.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { lockSubscription } from '../subscriptions/lock.ts';

/** Throws AlreadyCanceledSubscription; when reverting, BadRequest, or ResourceUnavailable once it has ended. */
export const cancelSubscription = (
  billing: Billing,
  { id }: Pick<SubscriptionRow, 'id'>,
  { cancelAtPeriodEnd, ...because }: SubscriptionCancel,
): Promise<Subscription> =>
  transact(billing.db, async (em) => {
    const row = await lockSubscription(em, id);
    const now = billing.now();
    if (!cancelAtPeriodEnd)
      return keepOn(em, now, row, { pendingUpdate: await announceMissed(em, now, row) });
    const canceled = await setToEnd(em, now, row, because);
    if (canceled.endsAt) await emitDroppedAttempts(em, now, { subscriptionId: id, endsAt: canceled.endsAt });
    return canceled;
  });
