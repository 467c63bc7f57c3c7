/**
 * Stores the history of orders, subscriptions and customers from billing's own events, asynchronously, so that sales
 * do not wait for it, and notifies open customer pages.
 */
import { batched } from '@tessera/kit/background/batched';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { type EventFacts, HopelessEvent, on, type Subscription } from '@tessera/kit/events/bus';
import type { HistoryType } from '@tessera/proto/api/billing/history';
import * as events from '@tessera/proto/events/billing';
import { type EventType, partnerType } from '@tessera/proto/events/define';
import type { Billing } from '../billing.ts';
import { broadcastCustomer } from '../customers/broadcast.ts';
import { type HistoryRow, insertHistory } from './entity.ts';
import { type EventMessage, entryOf } from './read-event.ts';

const kept = [
  events.customerCreated,
  events.customerUpdated,
  events.customerDeleted,
  events.orderCreated,
  events.orderUpdated,
  events.orderPaid,
  events.refundCreated,
  events.refundUpdated,
  events.subscriptionCreated,
  events.subscriptionUpdated,
  events.subscriptionCanceled,
  events.subscriptionUncanceled,
  events.subscriptionRevoked,
  events.benefitGrantCreated,
  events.benefitGrantRevoked,
  events.subscriptionRepeated,
  events.paymentFailed,
  events.renewalFailed,
  events.periodsMissed,
  events.trialEnded,
  events.cardExpiring,
  events.priceChangeAnnounced,
  events.priceChangeWithdrawn,
] as unknown as EventType[];

const concurrency = 64;
/** Milliseconds to gather a batch under load; a single event is written immediately. */
const gatherMilliseconds = 50;

export const consumeHistory = (billing: Billing): Promise<Stoppable> => {
  const write = async (rows: HistoryRow[]) => {
    await insertHistory(billing.db, rows);
    for (const id of new Set(rows.map(({ customerId }) => customerId)))
      if (id !== null) broadcastCustomer(billing, id);
    return rows;
  };
  const keep = batched(concurrency, write, { gather: gatherMilliseconds });
  const keepEvent = (type: EventType): Subscription =>
    on(type, async (message, event) => {
      const facts = { ...event, time: businessTime(billing, event.time) };
      await keep(read(type, message as unknown as EventMessage, facts));
    });
  return billing.bus.consume({
    name: 'history',
    begin: 'with the stream',
    concurrency,
    on: kept.map(keepEvent),
  });
};

/** Events are dated by the machine's clock: shifts the time to the business clock, which differs in development. */
const businessTime = ({ now }: Billing, at: Date): Date =>
  new Date(at.getTime() + now().getTime() - Date.now());

const read = (type: EventType, message: EventMessage, event: EventFacts): HistoryRow => {
  try {
    return entryOf(partnerType(type) as HistoryType, message, event);
  } catch (cause) {
    throw new HopelessEvent('the snapshot cannot be read', { cause });
  }
};
