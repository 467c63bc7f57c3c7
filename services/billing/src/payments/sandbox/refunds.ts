/** Refunds of the sandbox. */
import { batchedBy } from '@tessera/kit/background/batched';
import { runAndCommit, runOn, sql } from '@tessera/kit/database/sql';
import { randomText } from '@tessera/kit/secrets';
import type { DataSource } from 'typeorm';
import type { RefundRequest } from '../processor.ts';
import type { ChargeStatus } from './rules.ts';
import { reportAgainAfter } from './store.ts';

/** `isToTell`: the bank returns the money later, and the listener will be notified. */
type Written = { id: string; isToTell: boolean };
/** `refused`: the charge has less than this left, has failed or does not exist. `early`: it has not settled yet. */
type Outcome = Written | 'refused' | 'early';

/** Maximum number of refunds per transaction. */
const maxTogether = 25;

/**
 * Writes a refund, or finds the one that its idempotency key made before. If the bank is to return the money, the
 * listener is notified after `delay` milliseconds. Concurrent calls share a batch.
 */
export const insertRefund = (db: DataSource, request: RefundRequest, delay: number): Promise<Outcome> =>
  writeTogether(db, { ...request, delay });

type NewRefund = Pick<RefundRequest, 'idempotencyKey' | 'refundId' | 'processorId' | 'amount'> & {
  delay: number;
};

const writeTogether = batchedBy(
  maxTogether,
  (db: DataSource, refunds: NewRefund[]): Promise<Outcome[]> =>
    db.transaction(async (em) => {
      const { queryRunner: runner } = em;
      if (!runner) throw new Error('a transaction has its connection');
      const charges = refunds.map(({ processorId }) => processorId);
      // Each refund sees what those before it took, so a batch must not hold two of one charge.
      if (new Set(charges).size < charges.length) throw new Error('a charge is there twice');
      // Refunds of the same charge are serialized. Both statements are sent together; the second decides under the
      // lock.
      const [found, rows] = await Promise.all([
        runOn<{ id: string; status: ChargeStatus }>(em, lockCharges, [charges]),
        runAndCommit<Written & { key: string }>(runner, addRefunds, [JSON.stringify(refunds.map(recordOf))]),
      ]);
      const byKey = new Map(rows.map(({ key, id, isToTell }) => [key, { id, isToTell }]));
      const statuses = new Map(found.map(({ id, status }) => [id, status]));
      return refunds.map(
        ({ idempotencyKey, processorId }) =>
          byKey.get(idempotencyKey) ?? refusalOf(statuses.get(processorId)),
      );
    }),
);

const refusalOf = (status: ChargeStatus | undefined): Outcome =>
  status === undefined || status === 'failed' || status === 'succeeded' ? 'refused' : 'early';

const recordOf = ({ idempotencyKey, processorId, amount, refundId, delay }: NewRefund) => ({
  id: `sandbox_re_${randomText(24)}`,
  key: idempotencyKey,
  charge_id: processorId,
  amount,
  refund_id: refundId,
  seconds: delay / 1000,
});

const lockCharges =
  'SELECT id, status FROM sandbox_charges WHERE id = ANY(ARRAY(SELECT unnest($1::text[]))) ORDER BY id FOR UPDATE';

const addRefunds = `
  WITH asked AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1) AS asked (
      id text, key text, charge_id text, amount integer, refund_id uuid, seconds double precision)
  ), known AS (
    SELECT idempotency_key, id, tell_at IS NOT NULL AS is_to_tell
    FROM sandbox_refunds WHERE idempotency_key = ANY(ARRAY(SELECT key FROM asked))
  ), added AS (
    INSERT INTO sandbox_refunds (id, idempotency_key, charge_id, amount, refund_id, tell_at)
    SELECT asked.id, asked.key, charge.id, asked.amount, asked.refund_id,
      CASE WHEN charge.outcome = 'refund_fails_later' AND asked.refund_id IS NOT NULL
        THEN now() + make_interval(secs => asked.seconds) END
    FROM asked CROSS JOIN LATERAL (
      SELECT id, status, outcome, amount FROM sandbox_charges WHERE id = asked.charge_id LIMIT 1) AS charge
    WHERE NOT EXISTS (SELECT FROM known WHERE known.idempotency_key = asked.key)
      AND charge.status = 'succeeded' AND charge.amount >= asked.amount + (
        SELECT coalesce(sum(before.amount), 0) FROM sandbox_refunds before
        WHERE before.charge_id = charge.id AND before.status = 'succeeded')
    RETURNING idempotency_key, id, tell_at IS NOT NULL AS is_to_tell
  )
  SELECT idempotency_key AS key, id, is_to_tell AS "isToTell" FROM known
  UNION ALL SELECT idempotency_key, id, is_to_tell FROM added`;

/** Claims refunds that the bank has returned, for a few seconds. */
export const claimSentBack = async (
  db: DataSource,
  most: number,
): Promise<{ id: string; refundId: string }[]> =>
  sql(
    db,
    `UPDATE sandbox_refunds SET status = 'failed', tell_at = now() + $2::interval
     WHERE id = ANY(ARRAY(SELECT id FROM sandbox_refunds WHERE tell_at <= now()
       ORDER BY tell_at LIMIT $1 FOR UPDATE SKIP LOCKED))
     RETURNING id, refund_id AS "refundId"`,
    [most, reportAgainAfter],
  );

/** Marks that the listener was notified of a refund. */
export const markRefundEmitted = async (db: DataSource, id: string): Promise<void> => {
  await db.query('UPDATE sandbox_refunds SET tell_at = NULL WHERE id = $1', [id]);
};
