/** Row locks on subscriptions, held until the transaction ends. */
import { findRows } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { activeStatuses } from './rules.ts';

/**
 * Locks and returns a subscription's row. Does not block foreign key references: usage is counted by inserts that
 * refer to the row while this transaction waits for the count. Throws if it does not exist.
 */
export const lockSubscription = async (em: EntityManager, id: string): Promise<SubscriptionRow> => {
  const [row] = await findRows(em, SubscriptionEntity, 'WHERE r.id = $1 FOR NO KEY UPDATE', [id]);
  if (!row) throw new Error(`subscription ${id} is gone`);
  return row;
};

/** Locks subscriptions in the order of their ids and returns them by id; those that do not exist are left out. */
export const lockSubscriptions = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, SubscriptionRow>> => {
  const tail = 'WHERE r.id = ANY($1::uuid[]) ORDER BY r.id FOR NO KEY UPDATE';
  const rows = await findRows(em, SubscriptionEntity, tail, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Locks the subscriptions of orders and returns them by order; those that do not exist are left out. */
export const lockSubscriptionsOfOrders = async (
  em: EntityManager,
  orderIds: readonly string[],
): Promise<Map<string, SubscriptionRow>> => {
  const orders = await sql<{ id: string; subscriptionId: string | null }>(
    em,
    'SELECT id, subscription_id AS "subscriptionId" FROM orders WHERE id = ANY($1::uuid[])',
    [orderIds],
  );
  const locked = await lockSubscriptions(
    em,
    orders.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  );
  return new Map(
    orders.flatMap(({ id, subscriptionId }) => {
      const row = locked.get(subscriptionId ?? '');
      return row ? [[id, row]] : [];
    }),
  );
};

/** Locks and returns the subscription of an order. Throws if it does not exist. */
export const lockSubscriptionOfOrder = async (
  em: EntityManager,
  orderId: string,
): Promise<SubscriptionRow> => {
  const isOfOrder = 'r.id = (SELECT subscription_id FROM orders WHERE id = $1)';
  const [row] = await findRows(em, SubscriptionEntity, `WHERE ${isOfOrder} FOR NO KEY UPDATE`, [orderId]);
  if (!row) throw new Error(`order ${orderId} is gone`);
  return row;
};

/** Returns which of these subscriptions are active, with share locks: they stay so until the transaction ends. */
export const lockActiveSubscriptions = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await sql<{ id: string }>(
    em,
    'SELECT id FROM subscriptions WHERE id = ANY($1) AND status = ANY($2) ORDER BY id FOR SHARE',
    [ids, activeStatuses],
  );
  return new Set(rows.map(({ id }) => id));
};
