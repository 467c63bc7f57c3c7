/** The cost of customers' usage so far, taken from the subscriptions that pay for it. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { billableStatuses } from '../../subscriptions/rules.ts';
import { columnsOf, keyOf, type Pair } from '../figures/pairs.ts';

/** Minor units of the currency. */
export type Cost = { amount: number; currency: string };

/** Returns costs by `keyOf`; pairs that no subscription pays for are missing. */
export const findCosts = async (em: EntityManager, pairs: readonly Pair[]): Promise<Map<string, Cost>> => {
  if (pairs.length === 0) return new Map();
  const rows = await sql<Pair & Cost>(
    em,
    `SELECT DISTINCT ON (s.customer_id, sm.meter_id) s.customer_id AS "customerId", sm.meter_id AS "meterId", sm.amount,
       s.currency
     FROM subscriptions s JOIN subscription_meters sm ON sm.subscription_id = s.id
     WHERE (s.customer_id, sm.meter_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND s.status = ANY($3)
     ORDER BY s.customer_id, sm.meter_id, s.started_at, s.id`,
    [...columnsOf(pairs), billableStatuses],
  );
  return new Map(rows.map((row) => [keyOf(row), { amount: row.amount, currency: row.currency }]));
};
