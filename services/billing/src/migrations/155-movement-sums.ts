/**
 * Sums of what became of subscriptions by the month in which they began and the one in which it happened (UTC), for each
 * product and (`product_id` NULL) all of them: a range of years is read from some hundred rows, whatever happened in it.
 * As for `metric_sums` (migration 120) a trigger notes what is added, and a loop adds it up (reports/sums.ts).
 *
 * `count`: how many ended; `sum`: what all of them then brought in more or less a month.
 */
import type { Migration } from '@tessera/kit/database/data-source';

const monthOf = (column: string): string => `date_trunc('month', ${column}, 'UTC')`;
const countOf = (row: string): string => `CASE WHEN ${row}.kind = 'ended' THEN ${row}.count ELSE 0 END`;
const sumOf = (row: string): string => `CASE WHEN ${row}.kind = 'ended' THEN -${row}.sum ELSE ${row}.sum END`;

const cells = (groups: string): string => `
      SELECT organization_id, product_id, currency, ${monthOf('started_at')}, ${monthOf('at')}, sum(${countOf('r')}),
        sum(${sumOf('r')})
      FROM subscription_movements r WHERE kind <> 'started' GROUP BY ${groups}`;
const key = 'organization_id, product_id, currency, started, at';
const covered = 'kind, product_id, currency, count, sum';

export const movementSumsMigration: Migration = {
  name: '155-movement-sums',
  sql: `
    LOCK TABLE subscription_movements IN SHARE ROW EXCLUSIVE MODE;
    CREATE TABLE movement_sums (
      organization_id uuid NOT NULL,
      product_id uuid,
      currency text NOT NULL,
      started timestamptz NOT NULL,
      at timestamptz NOT NULL,
      count bigint NOT NULL,
      sum bigint NOT NULL
    );
    CREATE UNIQUE INDEX movement_sums_key ON movement_sums (${key}) NULLS NOT DISTINCT;
    CREATE TABLE movement_deltas (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id uuid NOT NULL,
      product_id uuid NOT NULL,
      currency text NOT NULL,
      started timestamptz NOT NULL,
      at timestamptz NOT NULL,
      count bigint NOT NULL,
      sum bigint NOT NULL
    );
    CREATE INDEX movement_deltas_organization ON movement_deltas (organization_id);
    CREATE INDEX subscription_movements_at ON subscription_movements (organization_id, at)
      INCLUDE (started_at, ${covered}) WHERE kind <> 'started';
    -- What ends or changes within a week of its beginning, by any clock.
    CREATE INDEX subscription_movements_short ON subscription_movements (organization_id, started_at)
      INCLUDE (at, ${covered}) WHERE kind <> 'started' AND at - started_at < interval '192 hours';

    CREATE OR REPLACE FUNCTION note_movement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO metric_deltas (organization_id, product_id, currency, at, kind, count, sum)
      VALUES (NEW.organization_id, NEW.product_id, NEW.currency, NEW.at, NEW.kind, NEW.count, NEW.sum);
      IF NEW.kind <> 'started' THEN
        INSERT INTO movement_deltas (${key}, count, sum)
        VALUES (NEW.organization_id, NEW.product_id, NEW.currency, ${monthOf('NEW.started_at')}, ${monthOf('NEW.at')},
          ${countOf('NEW')}, ${sumOf('NEW')});
      END IF;
      RETURN NULL;
    END $$;

    CREATE FUNCTION recount_movements() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      LOCK TABLE movement_deltas, movement_sums IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM movement_deltas;
      DELETE FROM movement_sums;
      INSERT INTO movement_sums (${key}, count, sum) ${cells('GROUPING SETS ((1, 2, 3, 4, 5), (1, 3, 4, 5))')};
    END $$;
    ALTER FUNCTION recount_metrics() RENAME TO recount_counted_metrics;
    CREATE FUNCTION recount_metrics() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM recount_counted_metrics();
      PERFORM recount_movements();
    END $$;
    SELECT recount_movements();
  `,
};
