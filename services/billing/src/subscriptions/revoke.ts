/** Ending subscriptions at once. */
import {
  subscriptionCanceled,
  subscriptionRevoked,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import { type EntityManager, type FindOptionsWhere, In } from 'typeorm';
import { emitAll } from '../events.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { activeStatuses } from './rules.ts';
import { fillSubscriptions } from './service.ts';
import { subscriptionEvent } from './view.ts';

/** Ends what a customer still pays for. A step of the transaction that deletes the customer. */
export const revokeSubscriptionsOfCustomer = (
  em: EntityManager,
  customerId: string,
  now: Date,
): Promise<void> => revokeSubscriptions(em, { customerId }, now);

/** Ends all that is paid to an organization which is gone. */
export const revokeSubscriptionsOfOrganization = (
  em: EntityManager,
  organizationId: string,
  now: Date,
): Promise<void> => revokeSubscriptions(em, { organizationId }, now);

/** Ends one subscription. */
export const revokeSubscription = (em: EntityManager, id: string, now: Date): Promise<void> =>
  revokeSubscriptions(em, { id }, now);

const revokeSubscriptions = async (
  em: EntityManager,
  of: FindOptionsWhere<SubscriptionRow>,
  now: Date,
): Promise<void> => {
  const rows = await em.find(SubscriptionEntity, {
    where: { ...of, status: In([...activeStatuses, 'past_due']) },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  for (const subscription of await fillSubscriptions(em, rows)) {
    const changes = {
      status: 'canceled' as const,
      canceledAt: subscription.row.canceledAt ?? now,
      endsAt: now,
      endedAt: now,
      modifiedAt: now,
    };
    await em.update(SubscriptionEntity, { id: subscription.row.id }, changes);
    const ended = { ...subscription, row: { ...subscription.row, ...changes } };
    // The general event precedes the specific ones (contracts/billing-behaviour.md, section 10).
    const types = [subscriptionUpdated, subscriptionCanceled, subscriptionRevoked];
    await emitAll(
      em,
      types.map((type) => subscriptionEvent(type, ended)),
    );
  }
};
