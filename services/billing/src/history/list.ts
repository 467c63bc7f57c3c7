/** Lists the history of an order, subscription or customer for the seller. */
import {
  type HistoryActor,
  type HistoryEntry,
  HistoryFacts,
  type HistoryQuery,
} from '@tessera/proto/api/billing/history';
import { pageReply } from '@tessera/proto/api/page';
import type { z } from 'zod';
import type { Billing } from '../billing.ts';
import { findHistory, type HistoryOf, type HistoryRow } from './entity.ts';

/** Returns a page, latest first. */
export const listHistory = async (
  { db }: Billing,
  of: HistoryOf,
  { id, ...query }: z.output<typeof HistoryQuery> & { id: string },
) => {
  const [rows, total] = await findHistory(db, of, { id, ...query });
  return pageReply(rows.map(viewEntry), total, query);
};

const noFacts = Object.fromEntries(Object.keys(HistoryFacts.shape).map((key) => [key, null])) as HistoryFacts;

const viewEntry = (row: HistoryRow): HistoryEntry => ({
  eventId: row.eventId,
  happenedAt: row.happenedAt,
  type: row.type,
  actor: row.actor === null ? null : viewActor(row.actor),
  customerId: row.customerId,
  orderId: row.orderId,
  subscriptionId: row.subscriptionId,
  facts: { ...noFacts, ...row.facts },
});

const viewActor = (actor: string): HistoryActor => {
  const [kind = '', id = '', name, by] = actor.split(':');
  return {
    kind: kind as HistoryActor['kind'],
    id,
    name: name ? decodeURIComponent(name) : null,
    impersonatedBy: (kind === 'user' && by) || null,
  };
};
