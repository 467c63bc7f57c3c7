/** Placing orders. A step of the transaction that sells. */
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
  /** Else it waits for its money. */
  isPaid: boolean;
};

/** `events` are for the caller to emit: order.created, and order.updated and order.paid where it is. */
export type PlacedOrder = { row: OrderRow; events: OutboxEvent[] };

/**
 * Writes planned orders. They take their numbers, for which other sales of the sellers wait: as late in the transaction as
 * can be.
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
  // In this order: events go out in the order in which they were made. Updated, too, as of one that is paid later: whoever
  // follows orders by their updates hears of each payment.
  const types = isPaid ? [orderCreated, orderUpdated, orderPaid] : [orderCreated];
  return { row, events: orderEvents(types, full) };
};
