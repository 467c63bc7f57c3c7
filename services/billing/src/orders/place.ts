/** Placing an order. A step of the transaction that sells. */
import { orderCreated, orderPaid } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { OutboxEvent } from '../events.ts';
import { insertOrder, type OrderRow } from './entity.ts';
import type { OrderPlan } from './plan.ts';
import { moveOrder } from './rules.ts';
import { type FullOrder, orderEvent } from './view.ts';

/** Writes a planned order that waits for its money. `events`, order.created, are for the caller to emit. */
export const placePendingOrder = async (
  em: EntityManager,
  { row: planned, items }: OrderPlan,
  parts: Pick<FullOrder, 'customer' | 'product' | 'discount' | 'subscription'>,
): Promise<{ row: OrderRow; events: OutboxEvent[] }> => {
  const row = await insertOrder(em, planned, items);
  return { row, events: [orderEvent(orderCreated, { ...parts, row, items })] };
};

/**
 * Writes a planned order whose money is there. It takes the order's number, for which other sales of the seller wait: as
 * late in the transaction as can be. `events`, order.created and order.paid, are for the caller to emit.
 */
export const placePaidOrder = async (
  em: EntityManager,
  { row: planned, items }: OrderPlan,
  parts: Pick<FullOrder, 'customer' | 'product' | 'discount' | 'subscription'>,
): Promise<{ row: OrderRow; events: OutboxEvent[] }> => {
  const row = await insertOrder(em, moveOrder(planned, 'paid'), items);
  const full = { ...parts, row, items };
  return { row, events: [orderEvent(orderCreated, full), orderEvent(orderPaid, full)] };
};
