/** The sandbox's books of refunds. */
import { randomText } from '@tessera/kit/secrets';
import { sql } from '@tessera/kit/sql';
import type { SandboxOutcome } from '@tessera/proto/api/billing/sandbox';
import type { DataSource } from 'typeorm';
import type { RefundRequest } from '../processor.ts';
import { reportAgainAfter } from './store.ts';

/**
 * Writes a refund, and answers its id, or that of the one which its key has made before. Undefined: the charge has not
 * that much left. A refund whose bank sends it back later has somebody told after `delay` milliseconds.
 */
export const insertRefund = async (
  db: DataSource,
  { idempotencyKey, refundId, processorId, amount }: RefundRequest,
  delay: number,
): Promise<string | undefined> =>
  db.transaction(async (em) => {
    const [charge] = await sql<{ amount: number; outcome: SandboxOutcome }>(
      em,
      'SELECT amount, outcome FROM sandbox_charges WHERE id = $1 FOR UPDATE',
      [processorId],
    );
    const [given] = await sql<{ known: string | null; amount: number }>(
      em,
      `SELECT (SELECT id FROM sandbox_refunds WHERE idempotency_key = $1) AS known, coalesce(sum(amount), 0)::int AS amount
       FROM sandbox_refunds WHERE charge_id = $2 AND status = 'succeeded'`,
      [idempotencyKey, processorId],
    );
    if (given?.known) return given.known;
    if (!charge || (given?.amount ?? 0) + amount > charge.amount) return undefined;
    const id = `sandbox_re_${randomText(24)}`;
    const isSentBack = charge.outcome === 'refund_fails_later' && refundId !== null;
    await em.query(
      `INSERT INTO sandbox_refunds (id, idempotency_key, charge_id, amount, refund_id, tell_at)
       VALUES ($1, $2, $3, $4, $5, CASE WHEN $6::boolean THEN now() + make_interval(secs => $7) END)`,
      [id, idempotencyKey, processorId, amount, refundId, isSentBack, delay / 1000],
    );
    return id;
  });

/** Takes refunds whose bank has sent them back, for a few seconds. */
export const claimSentBack = async (
  db: DataSource,
  most: number,
): Promise<{ id: string; refundId: string }[]> =>
  sql(
    db,
    `UPDATE sandbox_refunds SET status = 'failed', tell_at = now() + $2::interval
     WHERE id IN (SELECT id FROM sandbox_refunds WHERE tell_at <= now() ORDER BY tell_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, refund_id AS "refundId"`,
    [most, reportAgainAfter],
  );

/** The listener has been told of a refund. */
export const markRefundEmitted = async (db: DataSource, id: string): Promise<void> => {
  await db.query('UPDATE sandbox_refunds SET tell_at = NULL WHERE id = $1', [id]);
};
