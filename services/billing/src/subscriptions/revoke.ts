/** Ends subscriptions, immediately or when they are due to end. */
import { outboxRow } from '@tessera/kit/events/outbox';
import type { SubscriptionEndedReason } from '@tessera/proto/api/billing/enums';
import {
  subscriptionCanceled,
  subscriptionEndedUnpaid,
  subscriptionRevoked,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import { type EntityManager, type FindOptionsWhere, In, IsNull, LessThanOrEqual } from 'typeorm';
import { emitAll, type OutboxEvent } from '../events.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { fillSubscriptions } from './find.ts';
import { activeStatuses, isRevoked } from './rules.ts';
import { subscriptionEvents } from './view.ts';

/** Ends all subscriptions of a customer, and returns their ids. A step of the transaction that deletes the customer. */
export const revokeSubscriptionsOfCustomer = (
  em: EntityManager,
  customerId: string,
  now: Date,
): Promise<string[]> => revokeSubscriptions(em, { customerId }, { now, endedReason: 'customer_deleted' });

/** Ends at most `limit` subscriptions of a deleted organization. Returns their ids; empty: none is left. */
export const revokeSubscriptionsOfOrganization = (
  em: EntityManager,
  organizationId: string,
  options: { now: Date; limit: number },
): Promise<string[]> => revokeSubscriptions(em, { organizationId }, options);

/** Ends one subscription. `endedReason`: why, if it is not a cancellation. */
export const revokeSubscription = (
  em: EntityManager,
  id: string,
  { now, endedReason = null }: { now: Date; endedReason?: SubscriptionEndedReason | null },
): Promise<unknown> => revokeSubscriptions(em, { id }, { now, endedReason });

/** Records why a subscription ends; the caller holds the lock of its row. */
export const changeReason = async (
  em: EntityManager,
  id: string,
  reason: Partial<Pick<SubscriptionRow, 'customerCancellationReason' | 'customerCancellationComment'>>,
): Promise<void> => {
  if (Object.keys(reason).length > 0) await em.update(SubscriptionEntity, { id }, reason);
};

const overdue = (now: Date): FindOptionsWhere<SubscriptionRow> => ({
  cancelAtPeriodEnd: true,
  endedAt: IsNull(),
  endsAt: LessThanOrEqual(now),
});

/** Returns at most `limit` subscriptions that are set to end and whose period is over. */
export const findOverdue = async (
  em: EntityManager,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> => {
  const rows = await em.find(SubscriptionEntity, { select: { id: true }, where: overdue(now), take: limit });
  return rows.map(({ id }) => id);
};

type Ending = {
  now: Date;
  limit: number;
  /** Only this subscription. */
  id?: string | undefined;
  /** Called while they are still running. */
  before: (rows: SubscriptionRow[]) => Promise<void>;
};

/**
 * Ends at most `limit` subscriptions that are set to end and whose period is over, and returns them. The cancellation
 * was reported when it was made; now the end is reported.
 */
export const endOverdue = async (
  em: EntityManager,
  { now, limit, id, before }: Ending,
): Promise<SubscriptionRow[]> => {
  const rows = await em.find(SubscriptionEntity, {
    where: { ...overdue(now), ...(id !== undefined && { id }) },
    lock: { mode: 'for_no_key_update', onLocked: 'skip_locked' },
    order: { endsAt: 'ASC', id: 'ASC' },
    take: limit,
  });
  if (rows.length === 0) return [];
  await before(rows);
  await em
    .createQueryBuilder()
    .update(SubscriptionEntity)
    .set({ status: 'canceled', endedAt: () => 'ends_at', modifiedAt: now })
    .where({ id: In(rows.map(({ id }) => id)) })
    .execute();
  const events = (await fillSubscriptions(em, rows)).flatMap((subscription) => {
    const { row } = subscription;
    const ended = { ...row, status: 'canceled' as const, endedAt: row.endsAt, modifiedAt: now };
    return subscriptionEvents([subscriptionUpdated, ...revokedBy(row)], { ...subscription, row: ended });
  });
  await emitAll(em, [...events, ...rows.filter(isOwing).map(endedUnpaid)]);
  return rows;
};

/** The end of a paused subscription was reported when it was canceled, which ended it at once. */
const isOwing = (row: SubscriptionRow): boolean => isRevoked(row) && row.pausedAt === null;

const endedUnpaid = ({ id: subscriptionId, organizationId, customerId }: SubscriptionRow): OutboxEvent =>
  outboxRow(subscriptionEndedUnpaid, { subscriptionId, organizationId, customerId });

const revokeSubscriptions = async (
  em: EntityManager,
  of: FindOptionsWhere<SubscriptionRow>,
  {
    now,
    limit,
    endedReason = null,
  }: { now: Date; limit?: number; endedReason?: SubscriptionEndedReason | null },
): Promise<string[]> => {
  const rows = await em.find(SubscriptionEntity, {
    where: { ...of, status: In([...activeStatuses, 'past_due', 'unpaid']) },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
    ...(limit && { take: limit }),
  });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  // With its customer or organization it may have waited for a change that is later than `now`.
  const time = new Date(Math.max(now.getTime(), ...rows.map(({ modifiedAt }) => modifiedAt?.getTime() ?? 0)));
  // Replaces an earlier cancellation at the period's end: this one counts.
  const ended = {
    status: 'canceled' as const,
    canceledAt: time,
    endsAt: time,
    endedAt: time,
    endedReason,
    modifiedAt: time,
  };
  await em.update(SubscriptionEntity, { id: In(ids) }, ended);
  // The general event is emitted before the specific ones (contracts/billing-behaviour.md, section 10).
  const events = (await fillSubscriptions(em, rows)).flatMap((subscription) => {
    const row = { ...subscription.row, ...ended };
    const types = [subscriptionUpdated, subscriptionCanceled, ...revokedBy(subscription.row)];
    return subscriptionEvents(types, { ...subscription, row });
  });
  await emitAll(em, events);
  return ids;
};

/** The revocation is reported once: for unpaid and paused subscriptions it was reported before the end. */
const revokedBy = (before: SubscriptionRow) => (isRevoked(before) ? [] : [subscriptionRevoked]);
