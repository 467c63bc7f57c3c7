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
import { orderEvent } from './view.ts';

/** The money is there. Null: the order does not wait for it any more. Its subscription is held; `parts` where they are at hand. */
export const payOrder = async (
  em: EntityManager,
  now: Date,
  { id, subscription, parts }: { id: string; subscription: SubscriptionRow; parts?: OrderParts | undefined },
): Promise<OrderRow | null> => {
  const waiting: Pick<OrderRow, 'status'> = { status: 'pending' };
  const [paid] = await updateRows(
    em,
    OrderEntity,
    'SET status = $3, modified_at = $2 WHERE r.id = $1 AND r.status = $4',
    [id, now, moveOrder(waiting, 'paid').status, waiting.status],
  );
  if (!paid) return null;
  const full = parts ? { row: paid, subscription, ...parts } : await fillOrder(em, paid, [subscription]);
  await emitAll(em, [orderEvent(orderUpdated, full), orderEvent(orderPaid, full)]);
  return paid;
};

/** Nobody will pay it: what it has taken of the customer's balance is there again. */
export const voidOrder = async (em: EntityManager, now: Date, id: string): Promise<void> => {
  const row = await lockOrder(em, id);
  if (row.status !== 'pending') return;
  const { status } = moveOrder(row, 'void');
  await em.update(OrderEntity, { id }, { status, modifiedAt: now });
  await addToBalance(em, row, -row.appliedBalanceAmount);
};
