/** Reminds of trials that are about to end, and moves the end of trials. */
import { refuseField } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import type { Subscription, SubscriptionUpdateTrial } from '@tessera/proto/api/billing/subscription';
import { subscriptionUpdated, trialEnding } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import { markStateChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../../subscriptions/entity.ts';
import { fillSubscriptions, findSubscription } from '../../subscriptions/find.ts';
import { lockSubscription } from '../../subscriptions/lock.ts';
import { getSubscription } from '../../subscriptions/read.ts';
import { anchorDayOf, trialNotice } from '../../subscriptions/rules.ts';
import { subscriptionEvents, viewSubscription } from '../../subscriptions/view.ts';
import type { DueRows } from '../claims.ts';
import { renewSubscription } from './renew.ts';

/** Trials that end within three days and whose customers have not been reminded. */
export const dueTrials: DueRows = {
  table: 'subscriptions',
  id: 'id',
  where: `work.status = 'trialing' AND work.trial_reminded_at IS NULL AND work.trial_end > $1
    AND work.trial_end <= $1::timestamptz + interval '${trialNotice / 1000} seconds'`,
  order: 'work.trial_end',
};

/** Reminds the customer, once; canceled subscriptions are not charged and need no reminder. */
export const remindOfTrial = (billing: Billing, id: string): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const row = await lockSubscription(em, id);
    if (row.status !== 'trialing' || row.trialRemindedAt) return false;
    await em.update(SubscriptionEntity, { id }, { trialRemindedAt: billing.now() });
    const { organizationId, customerId } = row;
    if (!row.cancelAtPeriodEnd)
      await emit(em, trialEnding, { subscriptionId: id, organizationId, customerId });
    return true;
  });

/** Moves the end of a trial, or ends it now, so that the first period begins and is charged. 422 without a trial. */
export const changeTrialEnd = async (
  billing: Billing,
  { id }: Pick<SubscriptionRow, 'id'>,
  { trialEnd }: SubscriptionUpdateTrial,
): Promise<Subscription> => {
  const changed = await transact(billing.db, async (em) => {
    const row = await lockSubscription(em, id);
    const now = billing.now();
    const end = trialEnd === 'now' ? now : trialEnd;
    if (row.status !== 'trialing') throw refuse('Only a subscription in its trial has a trial end.');
    if (end < now) throw refuse('Must not be in the past.');
    const changes = {
      trialEnd: end,
      currentPeriodEnd: end,
      anchorDay: anchorDayOf(end),
      ...(row.cancelAtPeriodEnd && { endsAt: end }),
      trialRemindedAt: end.getTime() - now.getTime() <= trialNotice ? now : null,
      modifiedAt: now,
    };
    await em.update(SubscriptionEntity, { id }, changes);
    const [full] = await fillSubscriptions(em, [{ ...row, ...changes }]);
    if (!full) throw new Error(`subscription ${id} is gone`);
    await markStateChanged(em, row.customerId);
    await emitAll(em, subscriptionEvents([subscriptionUpdated], full, 'trial'));
    return viewSubscription(full);
  });
  if (trialEnd !== 'now') return changed;
  await renewSubscription(billing, id);
  const row = await findSubscription(billing.db.manager, { id });
  return row ? getSubscription(billing, row) : changed;
};

const refuse = (message: string) => refuseField(['body', 'trial_end'], message);
