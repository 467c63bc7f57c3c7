/** Settles pending orders. Steps of the transaction that decides their payment. */
import { updateRows } from '@tessera/kit/database/rows';
import { orderPaid, orderUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { addToBalance } from '../customers/balance.ts';
import { emitAll } from '../events.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { OrderEntity, type OrderRow } from './entity.ts';
import { fillOrder, findOrder, lockOrder, type OrderParts } from './find.ts';
import { moveOrder } from './rules.ts';
import { orderEvents } from './view.ts';

/** Emits that the time of the next attempt to pay an order has changed; `renewals/` has written it. */
export const emitNextAttempt = async (em: EntityManager, now: Date, id: string): Promise<void> => {
  await em.update(OrderEntity, { id }, { modifiedAt: now });
  const row = await findOrder(em, { id });
  if (!row) throw new Error(`order ${id} is gone`);
  await emitAll(em, orderEvents([orderUpdated], await fillOrder(em, row), 'next_attempt'));
};

/** Marks pending orders as paid and returns them by id; others are left out. Emits nothing yet. */
export const payOrders = async (
  em: EntityManager,
  now: Date,
  ids: readonly string[],
): Promise<Map<string, OrderRow>> => {
  const waiting: Pick<OrderRow, 'status'> = { status: 'pending' };
  const rows = await updateRows(
    em,
    OrderEntity,
    'SET status = $3, modified_at = $2 WHERE r.id = ANY($1::uuid[]) AND r.status = $4',
    [ids, now, moveOrder(waiting, 'paid').status, waiting.status],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Emits that an order is paid. `subscription`: as the payment leaves it. `parts`: relations, if already read. */
export const emitPaid = async (
  em: EntityManager,
  row: OrderRow,
  { subscription, parts }: { subscription: SubscriptionRow; parts: OrderParts | undefined },
): Promise<void> => {
  const full = parts ? { row, subscription, ...parts } : await fillOrder(em, row, [subscription]);
  await emitAll(em, orderEvents([orderUpdated, orderPaid], full));
};

/** Voids a pending order, which will not be paid, and returns the balance that it has used. */
export const voidOrder = async (em: EntityManager, now: Date, id: string): Promise<void> => {
  const row = await lockOrder(em, id);
  if (row.status !== 'pending') return;
  const { status } = moveOrder(row, 'void');
  await em.update(OrderEntity, { id }, { status, modifiedAt: now });
  await addToBalance(em, row, {
    amount: -row.appliedBalanceAmount,
    at: now,
    orderId: id,
    isReturned: true,
  });
};
