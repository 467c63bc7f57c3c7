/**
 * The sandbox's own tables, as a real processor would have. Times are in database time, not business time. `tell_at`:
 * when the listener must be notified; null: nothing to report.
 */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { sql } from '@tessera/kit/database/sql';
import type { SandboxOutcome } from '@tessera/proto/api/billing/sandbox';
import type { DataSource } from 'typeorm';
import type { Card, SaveMethodRequest } from '../processor.ts';
import type { Purpose } from '../purpose.ts';
import { type ChargeStatus, deniedMessage, failedLaterMessage } from './rules.ts';

export type ChargeRow = {
  id: string;
  paymentId: string;
  clientSecret: string;
  outcome: SandboxOutcome;
  status: ChargeStatus;
  message: string | null;
  /** The id under which the card is saved once the charge has succeeded; null: it is not saved. */
  methodId: string | null;
};

export const chargeColumns =
  'id, payment_id AS "paymentId", client_secret AS "clientSecret", outcome, status, message, method_id AS "methodId"';
/** The listener is notified again if it has not finished within this time. */
export const reportAgainAfter = '5 seconds';

/** Stores a card's outcome under a token; the card number itself is never stored. */
export const insertToken = async (
  db: DataSource,
  token: { id: string; purpose: Purpose | null; outcome: SandboxOutcome } & Required<Omit<Card, 'wallet'>>,
): Promise<void> => {
  await db.query(
    `INSERT INTO sandbox_tokens (id, purpose_id, checkout_id, outcome, brand, last4, exp_month, exp_year,
       fingerprint)
     VALUES ($1, $2::uuid, CASE WHEN $6::text = 'checkout' THEN $2::uuid END, $3, $4, $5, $7, $8, $9)`,
    [
      token.id,
      token.purpose?.id ?? null,
      token.outcome,
      token.brand,
      token.last4,
      token.purpose?.kind ?? null,
      token.expMonth,
      token.expYear,
      token.fingerprint,
    ],
  );
};

/** The outcome and card of a token. */
export type UsedToken = { outcome: SandboxOutcome; card: Card };

/**
 * Uses up a token for one charge. A token created without a checkout pays for everything else. Returns undefined if
 * it is unknown, made for something else, or used by another charge.
 */
export const useToken = async (
  db: DataSource,
  { confirmationToken, purpose, idempotencyKey }: SaveMethodRequest,
): Promise<UsedToken | undefined> => {
  const [row] = await sql<{
    outcome: SandboxOutcome;
    brand: string;
    last4: string;
    expMonth: number | null;
    expYear: number | null;
    fingerprint: string | null;
  }>(
    db,
    `UPDATE sandbox_tokens SET used_by = $3
     WHERE id = $1 AND (purpose_id = $2 OR (purpose_id IS NULL AND $4)) AND (used_by IS NULL OR used_by = $3) 
     RETURNING outcome, brand, last4, exp_month AS "expMonth", exp_year AS "expYear", fingerprint`,
    [confirmationToken, purpose.id, idempotencyKey, purpose.kind !== 'checkout'],
  );
  if (!row) return undefined;
  const { outcome, brand, last4, expMonth, expYear, fingerprint } = row;
  const card = {
    expMonth: expMonth ?? undefined,
    expYear: expYear ?? undefined,
    fingerprint: fingerprint ?? undefined,
  };
  return { outcome, card: { brand, last4, ...card } };
};

/** Returns the outcome of charging a saved card; most banks do not challenge again. Undefined: no such card. */
export const outcomeOfMethod = async (
  db: DataSource,
  methodId: string,
): Promise<SandboxOutcome | undefined> => {
  const outcome = (await readOutcomes(db.manager, [methodId])).get(methodId);
  return outcome === 'authentication_required' ? 'success' : outcome;
};

const readOutcomes = readByIds(async (em, methodIds) => {
  const rows = await sql<{ id: string; outcome: SandboxOutcome }>(
    em,
    `SELECT method_id AS id, outcome FROM sandbox_charges WHERE method_id = ANY($1) AND status = 'succeeded'`,
    [methodIds],
  );
  return new Map(rows.map(({ id, outcome }) => [id, outcome]));
});

export const findCharge = async (db: DataSource, id: string): Promise<ChargeRow | undefined> =>
  (await readCharges(db.manager, [id])).get(id);

const readCharges = readByIds(async (em, ids) => {
  const rows = await sql<ChargeRow>(em, `SELECT ${chargeColumns} FROM sandbox_charges WHERE id = ANY($1)`, [
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
});

export const findChargeBySecret = async (
  db: DataSource,
  clientSecret: string,
): Promise<ChargeRow | undefined> => {
  const [row] = await sql<ChargeRow>(
    db,
    `SELECT ${chargeColumns} FROM sandbox_charges WHERE client_secret = $1`,
    [clientSecret],
  );
  return row;
};

/** Lets a charge that waits for its customer proceed. Returns undefined if it does not wait. */
export const approveCharge = async (
  db: DataSource,
  id: string,
  delay: number,
): Promise<ChargeRow | undefined> => {
  const rows = await sql<ChargeRow>(
    db,
    `UPDATE sandbox_charges SET status = 'processing', tell_at = now() + make_interval(secs => $2)
     WHERE id = $1 AND status = 'requires_action' RETURNING ${chargeColumns}`,
    [id, delay / 1000],
  );
  return rows[0];
};

/** Fails a charge that waits for its customer; its listener is due immediately. Undefined: it does not wait. */
export const denyCharge = async (db: DataSource, id: string): Promise<ChargeRow | undefined> => {
  const rows = await sql<ChargeRow>(
    db,
    `UPDATE sandbox_charges SET status = 'failed', message = $2, tell_at = now()
     WHERE id = $1 AND status = 'requires_action' RETURNING ${chargeColumns}`,
    [id, deniedMessage],
  );
  return rows[0];
};

/** Settles the charges that are due and claims them for a few seconds, to notify the listener. */
export const claimDue = async (db: DataSource, most: number): Promise<ChargeRow[]> => {
  const rows = await sql<ChargeRow>(
    db,
    `UPDATE sandbox_charges SET
       message = CASE WHEN status = 'processing' AND outcome = 'fails_later' AND NOT is_setup THEN $2 ELSE message END,
       status = CASE WHEN status <> 'processing' THEN status
         WHEN outcome = 'fails_later' AND NOT is_setup THEN 'failed' ELSE 'succeeded' END,
       tell_at = now() + $3::interval
     WHERE id = ANY(ARRAY(SELECT id FROM sandbox_charges WHERE tell_at <= now()
       ORDER BY tell_at LIMIT $1 FOR UPDATE SKIP LOCKED))
     RETURNING ${chargeColumns}`,
    [most, failedLaterMessage, reportAgainAfter],
  );
  return rows;
};

/** Returns the milliseconds until the next notification is due; false: none is. */
export const untilDue = async (db: DataSource): Promise<number | false> => {
  const [row] = await sql<{ milliseconds: number | null }>(
    db,
    `SELECT ceil(extract(epoch FROM least(
       (SELECT min(tell_at) FROM sandbox_charges), (SELECT min(tell_at) FROM sandbox_refunds)
     ) - now()) * 1000)::float8 AS milliseconds`,
  );
  // Due rows that could not be claimed are briefly held by another replica.
  return row?.milliseconds == null ? false : Math.max(row.milliseconds, 20);
};

/** Marks that the listener was notified. */
export const markEmitted = async (db: DataSource, ids: string[]): Promise<void> => {
  await db.query('UPDATE sandbox_charges SET tell_at = NULL WHERE id = ANY($1)', [ids]);
};
