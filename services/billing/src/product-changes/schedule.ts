/** Schedules changes of product for the next period, shown in `pending_update`, and withdraws them. */
import { emit, transact } from '@tessera/kit/events/outbox';
import type { Subscription } from '@tessera/proto/api/billing/subscription';
import {
  priceChangeWithdrawn,
  subscriptionChangePlanned,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import { emitAll } from '../events.ts';
import { type PendingUpdate, SubscriptionEntity, type SubscriptionRow } from '../subscriptions/entity.ts';
import { subscriptionErrors } from '../subscriptions/errors.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { lockSubscription } from '../subscriptions/lock.ts';
import { withoutPlanned, withPlanned } from '../subscriptions/pending.ts';
import { subscriptionEvents, viewSubscription } from '../subscriptions/view.ts';
import { assertChangeable, findWanted } from './wanted.ts';

/** Throws what an immediate change would throw. Choosing the current product withdraws a scheduled change. */
export const scheduleChange = async (
  billing: Billing,
  { id, productId }: { id: string; productId: string },
): Promise<Subscription> => {
  const em = billing.db.manager;
  const row = await findSubscription(em, { id });
  const [full] = row ? await fillSubscriptions(em, [row]) : [];
  if (!full) throw new Error(`subscription ${id} is gone`);
  assertChangeable(full.row);
  const { isPresent } = await findWanted(billing, full, productId);
  const createdAt = billing.now().toISOString();
  return writePending(billing, id, isPresent ? null : { id: uuidv7(), createdAt, productId });
};

/** Withdraws a scheduled change; does nothing if there is none. */
export const unscheduleChange = (
  billing: Billing,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<Subscription> => writePending(billing, id, null);

const writePending = (
  billing: Billing,
  id: string,
  pendingUpdate: PendingUpdate | null,
): Promise<Subscription> =>
  transact(billing.db, async (em) => {
    const row = await lockSubscription(em, id);
    // A scheduled change can be withdrawn until the subscription has ended.
    if (pendingUpdate) assertChangeable(row);
    else if (row.endedAt) throw subscriptionErrors.AlreadyCanceledSubscription();
    const next = pendingUpdate
      ? withPlanned(row.pendingUpdate, pendingUpdate)
      : withoutPlanned(row.pendingUpdate);
    const isUnchanged = !row.pendingUpdate && !next;
    const changes = isUnchanged ? {} : { pendingUpdate: next, modifiedAt: billing.now() };
    if (!isUnchanged) await em.update(SubscriptionEntity, { id }, changes);
    const [full] = await fillSubscriptions(em, [{ ...row, ...changes }]);
    if (!full) throw new Error(`subscription ${id} is gone`);
    const change = pendingUpdate ? 'change_planned' : 'change_withdrawn';
    if (!isUnchanged) {
      await emitAll(em, subscriptionEvents([subscriptionUpdated], full, change));
      await emitPlan(em, row, pendingUpdate);
    }
    return viewSubscription(full);
  });

/** A customer who was notified of new prices is also notified when they are withdrawn. */
const emitPlan = async (
  em: EntityManager,
  { id: subscriptionId, organizationId, customerId, pendingUpdate: before }: SubscriptionRow,
  planned: PendingUpdate | null,
): Promise<void> => {
  const { priceChangeId } = before ?? {};
  if (priceChangeId && !planned)
    await emit(em, priceChangeWithdrawn, { subscriptionId, organizationId, customerId, priceChangeId });
  else
    await emit(em, subscriptionChangePlanned, {
      subscriptionId,
      organizationId,
      isPlanned: planned !== null,
    });
};
