/** What becomes of an order that waits for its money. Steps of the transaction that decides it. */
import { updateRows } from '@tessera/kit/rows';
import { orderPaid, orderUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { addToBalance } from '../customers/balance.ts';
import { emitAll } from '../events.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { OrderEntity, type OrderRow } from './entity.ts';
import { fillOrder, lockOrder, type OrderParts } from './find.ts';
import { moveOrder } from './rules.ts';
import { orderEvents } from './view.ts';

/** An order to be paid. Its subscription is held; `parts` where they are at hand. */
type Payable = { id: string; subscription: SubscriptionRow; parts?: OrderParts | undefined };

/** The money is there. Answers the orders by id, without those that do not wait for it any more. */
export const payOrders = async (
  em: EntityManager,
  now: Date,
  payables: readonly Payable[],
): Promise<Map<string, OrderRow>> => {
  const waiting: Pick<OrderRow, 'status'> = { status: 'pending' };
  const rows = await updateRows(
    em,
    OrderEntity,
    'SET status = $3, modified_at = $2 WHERE r.id = ANY($1::uuid[]) AND r.status = $4',
    [payables.map(({ id }) => id), now, moveOrder(waiting, 'paid').status, waiting.status],
  );
  const paid = new Map(rows.map((row) => [row.id, row]));
  for (const { id, subscription, parts } of payables) {
    const row = paid.get(id);
    if (!row) continue;
    const full = parts ? { row, subscription, ...parts } : await fillOrder(em, row, [subscription]);
    await emitAll(em, orderEvents([orderUpdated, orderPaid], full));
  }
  return paid;
};

/** Nobody will pay it: what it has taken of the customer's balance is there again. */
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
