/** Sets the reason of a cancellation after it was made. */
import { leavesAsIs } from '@tessera/kit/database/changes';
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { SubscriptionCancel } from '@tessera/proto/api/billing/subscription';
import { subscriptionUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { emitAll } from '../events.ts';
import { reasonOf } from './cancel.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { fillSubscriptions } from './find.ts';
import { lockSubscription } from './lock.ts';
import { subscriptionEvents } from './view.ts';

/** Throws BadRequest for a subscription that was not canceled. */
export const explainCancellation = (
  billing: Billing,
  { id }: SubscriptionRow,
  because: Omit<SubscriptionCancel, 'cancelAtPeriodEnd'>,
): Promise<void> =>
  transact(billing.db, async (em) => {
    const row = await lockSubscription(em, id);
    if (!row.canceledAt)
      throw kitErrors.BadRequest('Only a canceled subscription can have a cancellation reason.');
    const wished = reasonOf(because);
    if (leavesAsIs(row, wished)) return;
    const changes = { ...wished, modifiedAt: billing.now() };
    await em.update(SubscriptionEntity, { id }, changes);
    const changed = await fillSubscriptions(em, [{ ...row, ...changes }]);
    await emitAll(
      em,
      changed.flatMap((full) => subscriptionEvents([subscriptionUpdated], full, 'cancellation_reason')),
    );
  });
