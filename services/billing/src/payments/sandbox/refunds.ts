/** The sandbox's books of refunds. */
import { randomText } from '@tessera/kit/secrets';
import { runAndCommit, runOn, sql } from '@tessera/kit/sql';
import type { DataSource } from 'typeorm';
import type { RefundRequest } from '../processor.ts';
import { reportAgainAfter } from './store.ts';

/** `isToTell`: its bank sends it back later, and somebody will be told. */
type Written = { id: string; isToTell: boolean };

/**
 * Writes a refund, or finds the one which its key has made before. Undefined: the charge has not that much left. A refund
 * whose bank sends it back later has somebody told after `delay` milliseconds.
 */
export const insertRefund = (
  db: DataSource,
  { idempotencyKey, refundId, processorId, amount }: RefundRequest,
  delay: number,
): Promise<Written | undefined> =>
  db.transaction(async (em) => {
    const { queryRunner: runner } = em;
    if (!runner) throw new Error('a transaction has its connection');
    // Of the same charge one comes after the other: each sees what those before it have taken.
    await runOn(em, 'SELECT FROM sandbox_charges WHERE id = $1 FOR UPDATE', [processorId]);
    const [row] = await runAndCommit<Written>(runner, addRefund, [
      `sandbox_re_${randomText(24)}`,
      idempotencyKey,
      processorId,
      amount,
      refundId,
      delay / 1000,
    ]);
    return row;
  });

const addRefund = `
  WITH known AS (
    SELECT id, tell_at IS NOT NULL AS is_to_tell FROM sandbox_refunds WHERE idempotency_key = $2
  ), added AS (
    INSERT INTO sandbox_refunds (id, idempotency_key, charge_id, amount, refund_id, tell_at)
    SELECT $1::text, $2::text, charge.id, $4::integer, $5::uuid,
      CASE WHEN charge.outcome = 'refund_fails_later' AND $5 IS NOT NULL THEN now() + make_interval(secs => $6) END
    FROM sandbox_charges charge
    WHERE charge.id = $3 AND NOT EXISTS (SELECT FROM known) AND charge.amount >= $4 + (
      SELECT coalesce(sum(amount), 0) FROM sandbox_refunds WHERE charge_id = $3 AND status = 'succeeded')
    RETURNING id, tell_at IS NOT NULL AS is_to_tell
  )
  SELECT id, is_to_tell AS "isToTell" FROM known UNION ALL SELECT id, is_to_tell FROM added`;

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
