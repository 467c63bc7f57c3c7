/**
 * The precomputed sums of metrics, by day, hour and quarter hour (migration 120): triggers write each statement's
 * changes to `metric_deltas`, and a loop adds them up in `metric_sums`. Both together are exact at any moment, and
 * writers never block each other. `SELECT recount_metrics()` recomputes both from the rows. Changes of subscriptions
 * are summed in the same way, by the months of their start and of the change (migration 155).
 */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sql } from '@tessera/kit/database/sql';
import type { DataSource } from 'typeorm';
import type { Billing } from '../billing.ts';
import { type Kind, kinds } from './rules.ts';

/** The lengths of time that sums cover. */
export const units = { day: '1 day', hour: '1 hour', quarter: '15 minutes' } as const;

/** The columns of `metric_sums` for count and sum of a kind. */
export const columnsOf = (kind: Kind): [count: string, sum: string] => [`${kind}_count`, `${kind}_sum`];
export const sumColumns = kinds.flatMap(columnsOf);

/** SQL: pivots counts and sums by kind into columns; `of` wraps each value, for example in an aggregate. */
export const spreadKinds = (of: (value: string, kind: string) => string): string =>
  kinds
    .flatMap((kind) => {
      const [count, sum] = columnsOf(kind);
      return [`${of('count', `'${kind}'`)} AS ${count}`, `${of('sum', `'${kind}'`)} AS ${sum}`];
    })
    .join(', ');

const everyMilliseconds = 5_000;
const batch = 20_000;

const key = 'organization_id, product_id, currency, unit, at';
const addUp = `WITH taken AS (
    DELETE FROM metric_deltas WHERE id = ANY(ARRAY(SELECT id FROM metric_deltas ORDER BY id LIMIT $1))
    RETURNING organization_id, product_id, currency, at, kind, count, sum
  ), placed AS (
    SELECT taken.organization_id, taken.product_id, taken.currency, taken.kind, taken.count, taken.sum, units.unit,
      date_bin(units.length::interval, taken.at, '2000-01-01 00:00:00+00') AS at
    FROM taken CROSS JOIN (VALUES ${Object.entries(units)
      .map(([unit, length]) => `('${unit}', '${length}')`)
      .join(', ')}) AS units (unit, length)
  ), added AS (
    INSERT INTO metric_sums AS kept (${key}, ${sumColumns.join(', ')})
    SELECT ${key}, ${spreadKinds((value, kind) => `coalesce(sum(${value}) FILTER (WHERE kind = ${kind}), 0)`)}
    FROM placed
    GROUP BY GROUPING SETS ((organization_id, product_id, currency, unit, at), (organization_id, currency, unit, at))
    ON CONFLICT (${key}) DO UPDATE SET ${sumColumns
      .map((column) => `${column} = kept.${column} + excluded.${column}`)
      .join(', ')}
  )
  SELECT count(*)::int AS count FROM taken`;

/** The same for changes of subscriptions, by month. */
const addUpMovements = `WITH taken AS (
    DELETE FROM movement_deltas WHERE id = ANY(ARRAY(SELECT id FROM movement_deltas ORDER BY id LIMIT $1))
    RETURNING organization_id, product_id, currency, started, at, count, sum
  ), added AS (
    INSERT INTO movement_sums AS kept (organization_id, product_id, currency, started, at, count, sum)
    SELECT organization_id, product_id, currency, started, at, sum(count), sum(sum) FROM taken
    GROUP BY GROUPING SETS ((organization_id, product_id, currency, started, at), (organization_id, currency, started, at))
    ON CONFLICT (organization_id, product_id, currency, started, at)
      DO UPDATE SET count = kept.count + excluded.count, sum = kept.sum + excluded.sum
  )
  SELECT count(*)::int AS count FROM taken`;

/** Adds up new deltas; one replica at a time. Returns true if there may be more. */
export const addUpMetrics = (db: DataSource): Promise<boolean> =>
  db.transaction(async (em) => {
    const [lock] = await sql<{ taken: boolean }>(
      em,
      `SELECT pg_try_advisory_xact_lock(hashtext('metric-sums')) AS taken`,
    );
    if (!lock?.taken) return false;
    const [row] = await sql<{ count: number }>(em, addUp, [batch]);
    const [moved] = await sql<{ count: number }>(em, addUpMovements, [batch]);
    return row?.count === batch || moved?.count === batch;
  });

export const startSummingUp = ({ db, log }: Pick<Billing, 'db' | 'log'>): Stoppable =>
  loop({ every: everyMilliseconds, log, name: 'metric sums' }, () => addUpMetrics(db));
