/** The schedule of failed payments, as orders show it. Its rows belong to `renewals/`. */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { OrderRow } from './entity.ts';

const readNextAttempts = readByIds(async (em, orderIds) => {
  const rows = await sql<{ order_id: string; next_attempt_at: Date }>(
    em,
    `SELECT order_id, next_attempt_at FROM renewals
     WHERE order_id = ANY($1::uuid[]) AND next_attempt_at IS NOT NULL`,
    [orderIds],
  );
  return new Map(rows.map((row) => [row.order_id, row.next_attempt_at]));
});

/** Returns the times of the next payment attempts of orders, by order; those without one are left out. */
export const findNextAttempts = async (
  em: EntityManager,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<string, Date>> => {
  const waiting = orders.filter(({ status }) => status === 'pending');
  if (waiting.length === 0) return new Map();
  return readNextAttempts(
    em,
    waiting.map(({ id }) => id),
  );
};
