/** Stores the processor's first result of a payment that was just requested. */
import { batchedBy } from '@tessera/kit/background/batched';
import { hasCommitMark } from '@tessera/kit/background/commit-mark';
import { recordOf } from '@tessera/kit/database/rows';
import { type Queryable, sql } from '@tessera/kit/database/sql';
import { transact, wakeRelay } from '@tessera/kit/events/outbox';
import { type OutboxRow, selectEvents } from '@tessera/kit/events/outbox-row';
import type { DataSource } from 'typeorm';
import { PaymentEntity, type PaymentRow } from './entity.ts';

type Acceptance = {
  id: string;
  changes: Pick<PaymentRow, 'status' | 'processorId' | 'intentClientSecret' | 'modifiedAt'> &
    Partial<PaymentRow>;
  event: OutboxRow;
};

/**
 * Applies the processor's result to a pending payment and emits `event`, in one round trip: the customer waits for it
 * after confirming. Concurrent calls share a batch. Returns whether the payment was pending.
 */
export const acceptPayment = async (db: DataSource, acceptance: Acceptance): Promise<boolean> => {
  if (!hasCommitMark()) return acceptTogether(db, acceptance);
  const accepted = await transact(db, (em) => write(em, [acceptance]));
  if (accepted.size > 0) wakeRelay(db);
  return accepted.has(acceptance.event.id);
};

/** Maximum number of payments per statement. */
const maxTogether = 50;

const acceptTogether = batchedBy(maxTogether, async (db: DataSource, all: Acceptance[]) => {
  const accepted = await write(db, all);
  if (accepted.size > 0) wakeRelay(db);
  return all.map(({ event }) => accepted.has(event.id));
});

/** Returns the ids of the events that were written. Of two events about one payment, the first is. */
const write = async (on: Queryable, all: readonly Acceptance[]): Promise<Set<string>> => {
  const byPayment = new Map(all.toReversed().map((acceptance) => [acceptance.id, acceptance]));
  const events = [...byPayment.values()].map(({ event }) => event);
  const records = [...byPayment.values()].map(({ id, changes, event }) => ({
    ...recordOf(PaymentEntity, { ...changes, id }),
    event_id: event.id,
  }));
  const values: unknown[] = [JSON.stringify(records)];
  const selected = selectEvents(events, (value) => `$${values.push(value)}`);
  const written = await sql<{ id: string }>(on, acceptStatement(selected), values);
  return new Set(written.map(({ id }) => id));
};

const acceptStatement = (events: string) => `WITH accepted AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1) AS accepted (id uuid, status text, processor_id text, intent_client_secret text,
      modified_at timestamptz, processor_customer_id text, card_brand text, card_last4 text, card_exp_month integer,
      card_exp_year integer, card_wallet text, card_fingerprint text, event_id uuid)
  ), moved AS (
    UPDATE payments p SET status = a.status, processor_id = a.processor_id, intent_client_secret = a.intent_client_secret,
      modified_at = a.modified_at, processor_customer_id = coalesce(a.processor_customer_id, p.processor_customer_id),
      card_brand = coalesce(a.card_brand, p.card_brand), card_last4 = coalesce(a.card_last4, p.card_last4),
      card_exp_month = coalesce(a.card_exp_month, p.card_exp_month),
      card_exp_year = coalesce(a.card_exp_year, p.card_exp_year),
      card_wallet = coalesce(a.card_wallet, p.card_wallet),
      card_fingerprint = coalesce(a.card_fingerprint, p.card_fingerprint)
    FROM accepted a
    WHERE p.id = ANY(ARRAY(SELECT id FROM accepted)) AND p.id = a.id AND p.status = 'pending' RETURNING a.event_id)
  INSERT INTO outbox (id, subject, headers, body)
  SELECT event.id, event.subject, event.headers, event.body FROM (${events}) AS event WHERE event.id IN (SELECT event_id FROM moved) RETURNING id`;
