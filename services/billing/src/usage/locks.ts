/** Locks of counting: of an organization's usage, and of customers' meters. All are held until the transaction ends. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { columnsOf, keyOf, type Pair } from './figures/pairs.ts';

/** Takes the organization's usage lock, held until the transaction ends: meanwhile no other process counts. */
export const lockUsage = (em: EntityManager, organizationId: string): Promise<unknown> =>
  em.query(`SELECT pg_advisory_xact_lock(hashtext('usage'), hashtext($1))`, [organizationId]);

/** Takes the organization's usage lock like `lockUsage`, unless another process holds it. Returns whether it did. */
export const tryLockUsage = async (em: EntityManager, organizationId: string): Promise<boolean> => {
  const [lock] = await sql<{ taken: boolean }>(
    em,
    `SELECT pg_try_advisory_xact_lock(hashtext('usage'), hashtext($1)) AS taken`,
    [organizationId],
  );
  return lock?.taken ?? false;
};

/** Position and time of the last reset of a customer's meter. */
export type Reset = { position: number; at: Date | null };

/** Locks customers' meters and returns their last resets. */
export const lockCustomerMeters = async (
  em: EntityManager,
  pairs: readonly Pair[],
): Promise<Map<string, Reset>> => {
  const rows = await sql<Pair & Reset>(
    em,
    `SELECT customer_id AS "customerId", meter_id AS "meterId", coalesce(reset_position, 0)::float8 AS position, reset_at AS at
     FROM customer_meters
     WHERE (customer_id, meter_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
     ORDER BY customer_id, meter_id FOR UPDATE`,
    columnsOf(pairs),
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
};
