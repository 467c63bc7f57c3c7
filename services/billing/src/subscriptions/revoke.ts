/** Ending subscriptions at once. */
import {
  subscriptionCanceled,
  subscriptionRevoked,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import { type EntityManager, type FindOptionsWhere, In } from 'typeorm';
import { emitAll } from '../events.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { fillSubscriptions } from './find.ts';
import { activeStatuses } from './rules.ts';
import { subscriptionEvent } from './view.ts';

/** Ends what a customer still pays for. A step of the transaction that deletes the customer. */
export const revokeSubscriptionsOfCustomer = (
  em: EntityManager,
  customerId: string,
  now: Date,
): Promise<unknown> => revokeSubscriptions(em, { customerId }, { now });

/** Ends, of all that is paid to an organization which is gone, at most `limit`. Answers which; none: nothing is left. */
export const revokeSubscriptionsOfOrganization = (
  em: EntityManager,
  organizationId: string,
  options: { now: Date; limit: number },
): Promise<string[]> => revokeSubscriptions(em, { organizationId }, options);

/** Ends one subscription. */
export const revokeSubscription = (em: EntityManager, id: string, now: Date): Promise<unknown> =>
  revokeSubscriptions(em, { id }, { now });

const revokeSubscriptions = async (
  em: EntityManager,
  of: FindOptionsWhere<SubscriptionRow>,
  { now, limit }: { now: Date; limit?: number },
): Promise<string[]> => {
  const rows = await em.find(SubscriptionEntity, {
    where: { ...of, status: In([...activeStatuses, 'past_due']) },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
    ...(limit && { take: limit }),
  });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const ended = { status: 'canceled' as const, endsAt: now, endedAt: now, modifiedAt: now };
  await em
    .createQueryBuilder()
    .update(SubscriptionEntity)
    .set({ ...ended, canceledAt: () => 'coalesce(canceled_at, :now)' })
    .where({ id: In(ids) })
    .setParameter('now', now)
    .execute();
  // The general event precedes the specific ones (contracts/billing-behaviour.md, section 10).
  const types = [subscriptionUpdated, subscriptionCanceled, subscriptionRevoked];
  const events = (await fillSubscriptions(em, rows)).flatMap((subscription) => {
    const row = { ...subscription.row, ...ended, canceledAt: subscription.row.canceledAt ?? now };
    return types.map((type) => subscriptionEvent(type, { ...subscription, row }));
  });
  await emitAll(em, events);
  return ids;
};
