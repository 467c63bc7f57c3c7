/**
 * Claims due work about subscriptions: replicas share it, the longest overdue first, and failed work is postponed so
 * that it delays no other. A claim is a lease in database time, renewed while the work runs.
 */
import { backoff } from '@tessera/kit/background/backoff';
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';

/**
 * Rows of `table`, identified by column `id`, that are due by the condition `where` ($1: the business time), in
 * `order`.
 */
export type DueRows = { table: string; id: string; where: string; order: string };

/** SQL: the seller of a row `work` has not been deleted. Its subscriptions end one after the other; none is charged. */
export const hasSeller =
  'NOT EXISTS (SELECT 1 FROM organizations WHERE organizations.id = work.organization_id AND is_deleted)';

/** SQL: no other replica works on the row, and it is not in a back-off. */
const isUnclaimed = (id: string): string =>
  `NOT EXISTS (SELECT 1 FROM renewal_claims claim
     WHERE claim.subject_id = work.${id} AND claim.claimed_until > now())`;

export type Claim = { id: string; attempts: number };

/** Seconds until a claim expires, unless it is renewed. */
const leaseSeconds = 20;
export const renewMilliseconds = 5_000;

/** Claims at most `limit` rows that are due and not claimed. */
export const claimRows = (
  em: EntityManager,
  { table, id, where, order }: DueRows,
  { now, limit }: { now: Date; limit: number },
): Promise<Claim[]> =>
  sql<Claim>(
    em,
    `WITH due AS MATERIALIZED (
       SELECT work.${id} AS id FROM ${table} work
       WHERE ${where} AND ${isUnclaimed(id)}
       ORDER BY ${order} LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
     )
     INSERT INTO renewal_claims AS claim (subject_id, claimed_until, attempts)
     SELECT id, now() + make_interval(secs => $3), 1 FROM due
     ON CONFLICT (subject_id) DO UPDATE
     SET claimed_until = excluded.claimed_until, attempts = claim.attempts + 1
     WHERE claim.claimed_until <= now()
     RETURNING subject_id AS id, attempts`,
    [now, limit, leaseSeconds],
  );

const maxCounted = 10_000;

/** Counts the rows that could be claimed now, up to 10,000. */
export const countRows = async (
  em: EntityManager,
  { table, id, where }: DueRows,
  now: Date,
): Promise<number> => {
  const [row] = await sql<{ waiting: number }>(
    em,
    `SELECT count(*)::int AS waiting FROM (
       SELECT 1 FROM ${table} work WHERE ${where} AND ${isUnclaimed(id)} LIMIT ${maxCounted}) AS due`,
    [now],
  );
  return row?.waiting ?? 0;
};

/** Extends claims whose work is still running. */
export const renewClaims = (em: EntityManager, ids: readonly string[]): Promise<unknown> =>
  em.query(
    'UPDATE renewal_claims SET claimed_until = now() + make_interval(secs => $2) WHERE subject_id = ANY($1)',
    [ids, leaseSeconds],
  );

/** Deletes claims whose work is done. */
export const releaseClaims = (em: EntityManager, ids: readonly string[]): Promise<unknown> =>
  em.query('DELETE FROM renewal_claims WHERE subject_id = ANY($1)', [ids]);

/** Back-off of failed work in seconds: 5, 10, 20, … up to ten minutes. */
const pauses = { first: 5, most: 600 };

/** Keeps failed work from being claimed until its back-off is over. */
export const postponeClaim = (em: EntityManager, { id, attempts }: Claim): Promise<unknown> =>
  em.query(
    'UPDATE renewal_claims SET claimed_until = now() + make_interval(secs => $2) WHERE subject_id = $1',
    [id, backoff(attempts, pauses)],
  );
