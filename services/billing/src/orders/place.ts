/** Places orders. Steps of the transaction of the sale. */
import { orderCreated, orderPaid, orderUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { OutboxEvent } from '../events.ts';
import { insertOrders, type OrderRow } from './entity.ts';
import type { OrderPlan } from './plan.ts';
import { moveOrder } from './rules.ts';
import { type FullOrder, orderEvents } from './view.ts';

type Placing = {
  plan: OrderPlan;
  parts: Pick<FullOrder, 'customer' | 'product' | 'discount' | 'subscription'>;
  /** False: the order stays pending. */
  isPaid: boolean;
};

/** `events` are for the caller to emit: order.created, and if paid order.updated and order.paid. */
export type PlacedOrder = { row: OrderRow; events: OutboxEvent[] };

/**
 * Inserts planned orders. Numbering them blocks other sales of the sellers: to be called as late in the transaction
 * as possible.
 */
export const placeOrders = async (
  em: EntityManager,
  placings: readonly Placing[],
): Promise<PlacedOrder[]> => {
  const rows = await insertOrders(
    em,
    placings.map(({ plan: { row, items }, isPaid }) => ({
      row: isPaid ? moveOrder(row, 'paid') : row,
      items,
    })),
  );
  return rows.map((row, at) => eventsOf(row, placings[at] as Placing));
};

const eventsOf = (row: OrderRow, { plan: { items }, parts, isPaid }: Placing): PlacedOrder => {
  const full = { ...parts, row, items };
  // Events are delivered in this order. order.updated is included, as for a later payment, for receivers that only
  // listen to updates.
  const types = isPaid ? [orderCreated, orderUpdated, orderPaid] : [orderCreated];
  return { row, events: orderEvents(types, full) };
};
