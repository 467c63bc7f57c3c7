/**
 * Sums that metrics are read from. Triggers note what a statement adds and takes away (`metric_deltas`), in its
 * transaction and without waiting for anybody; a loop adds that up (see reports/sums.ts). `metric_sums` holds it by day,
 * hour and quarter of an hour (UTC), for each product and (`product_id` NULL) all of them: the days of every time zone
 * begin on a quarter of an hour.
 *
 * A delta counts and sums up cents; `sum` of checkouts: how many of them succeeded. What subscriptions bring in a month
 * changes, so that it is kept when it did (`subscription_movements`). All else is read from the rows again by
 * `recount_metrics()`.
 */
import type { Migration } from '@tessera/kit/database/data-source';

const kinds = [
  'purchase',
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
  'once_checkout',
  'recurring_checkout',
  'started',
  'ended',
  'changed',
];
const columns = kinds
  .map((kind) => `${kind}_count bigint NOT NULL, ${kind}_sum bigint NOT NULL`)
  .join(',\n      ');

const isSold = (row: string): string => `${row}.status IN ('paid', 'refunded', 'partially_refunded')`;
const orderValues = (row: string): string =>
  `${orderKey(row)}, (${row}.net_amount - ${row}.refunded_amount)::bigint`;
const orderKey = (row: string): string =>
  `${row}.organization_id, ${row}.product_id, ${row}.currency, ${row}.created_at, ${row}.billing_reason`;
const checkoutKey = (row: string): string =>
  `${row}.organization_id, ${row}.product_id, ${row}.currency, ${row}.created_at,
   CASE WHEN ${row}.is_recurring THEN 'recurring_checkout' ELSE 'once_checkout' END`;
const isSuccess = (row: string): string => `(${row}.status = 'succeeded')::int`;
const paid = (row: string): string =>
  `${row}.product_id, ${row}.currency, ${row}.amount, ${row}.recurring_interval, ${row}.recurring_interval_count`;
const monthly = (row: string): string =>
  `monthly_amount(${row}.amount, ${row}.recurring_interval, ${row}.recurring_interval_count)`;

const delta = 'metric_deltas (organization_id, product_id, currency, at, kind, count, sum)';
const movement = `subscription_movements (organization_id, customer_id, product_id, currency, subscription_id, started_at, at, kind,
     count, sum)`;
const movementOf = (row: string, values: string): string =>
  `INSERT INTO ${movement} VALUES (${row}.organization_id, ${row}.customer_id, ${row}.product_id, ${row}.currency,
     ${row}.id, ${row}.started_at, ${values});`;
const quarter = `date_bin('15 minutes', at, '2000-01-01 00:00:00+00')`;

export const metricSumsMigration: Migration = {
  name: '120-metric-sums',
  sql: `
    LOCK TABLE checkouts, subscriptions, orders IN SHARE ROW EXCLUSIVE MODE;
    CREATE TABLE metric_sums (
      organization_id uuid NOT NULL,
      product_id uuid,
      currency text NOT NULL,
      unit text NOT NULL CHECK (unit IN ('day', 'hour', 'quarter')),
      at timestamptz NOT NULL,
      ${columns}
    );
    CREATE UNIQUE INDEX metric_sums_key ON metric_sums (organization_id, product_id, currency, unit, at)
      NULLS NOT DISTINCT;
    CREATE TABLE metric_deltas (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id uuid NOT NULL,
      product_id uuid NOT NULL,
      currency text NOT NULL,
      at timestamptz NOT NULL,
      kind text NOT NULL,
      count bigint NOT NULL,
      sum bigint NOT NULL
    );
    CREATE INDEX metric_deltas_organization ON metric_deltas (organization_id);
    CREATE TABLE subscription_movements (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      product_id uuid NOT NULL,
      currency text NOT NULL,
      subscription_id uuid NOT NULL,
      started_at timestamptz NOT NULL,
      at timestamptz NOT NULL,
      kind text NOT NULL,
      count bigint NOT NULL,
      sum bigint NOT NULL
    );
    CREATE INDEX subscription_movements_subscription ON subscription_movements (subscription_id);
    CREATE INDEX subscription_movements_started ON subscription_movements (organization_id, started_at)
      INCLUDE (at, kind, product_id, currency, count, sum) WHERE kind <> 'started';
    CREATE INDEX subscription_movements_customer ON subscription_movements (customer_id);

    -- A year has twelve months, 52 weeks and 365 days.
    CREATE FUNCTION monthly_amount(amount integer, every text, count integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
      SELECT round(amount / (count * CASE every
        WHEN 'year' THEN 12.0 WHEN 'week' THEN 12.0 / 52 WHEN 'day' THEN 12.0 / 365 ELSE 1.0 END))::bigint $$;

    CREATE FUNCTION note_order_metric() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND ${isSold('OLD')} AND ${isSold('NEW')}
        AND ROW(${orderKey('OLD')}) IS NOT DISTINCT FROM ROW(${orderKey('NEW')}) THEN
        INSERT INTO ${delta} VALUES (${orderKey('NEW')}, 0,
          (NEW.net_amount - NEW.refunded_amount) - (OLD.net_amount - OLD.refunded_amount));
        RETURN NULL;
      END IF;
      IF TG_OP <> 'INSERT' AND ${isSold('OLD')} THEN
        INSERT INTO ${delta} VALUES (${orderKey('OLD')}, -1, -(OLD.net_amount - OLD.refunded_amount));
      END IF;
      IF TG_OP <> 'DELETE' AND ${isSold('NEW')} THEN
        INSERT INTO ${delta} VALUES (${orderKey('NEW')}, 1, NEW.net_amount - NEW.refunded_amount);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER metric_inserted AFTER INSERT ON orders FOR EACH ROW WHEN (${isSold('NEW')})
      EXECUTE FUNCTION note_order_metric();
    CREATE TRIGGER metric_updated AFTER UPDATE ON orders FOR EACH ROW
      WHEN (ROW(${orderValues('OLD')}, ${isSold('OLD')}) IS DISTINCT FROM ROW(${orderValues('NEW')}, ${isSold('NEW')}))
      EXECUTE FUNCTION note_order_metric();
    CREATE TRIGGER metric_deleted AFTER DELETE ON orders FOR EACH ROW WHEN (${isSold('OLD')})
      EXECUTE FUNCTION note_order_metric();

    CREATE FUNCTION note_checkout_metric() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND ROW(${checkoutKey('OLD')}) IS NOT DISTINCT FROM ROW(${checkoutKey('NEW')}) THEN
        INSERT INTO ${delta} VALUES (${checkoutKey('NEW')}, 0, ${isSuccess('NEW')} - ${isSuccess('OLD')});
        RETURN NULL;
      END IF;
      IF TG_OP <> 'INSERT' THEN
        INSERT INTO ${delta} VALUES (${checkoutKey('OLD')}, -1, -${isSuccess('OLD')});
      END IF;
      IF TG_OP <> 'DELETE' THEN
        INSERT INTO ${delta} VALUES (${checkoutKey('NEW')}, 1, ${isSuccess('NEW')});
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER metric_inserted AFTER INSERT OR DELETE ON checkouts FOR EACH ROW
      EXECUTE FUNCTION note_checkout_metric();
    CREATE TRIGGER metric_updated AFTER UPDATE ON checkouts FOR EACH ROW
      WHEN (ROW(${checkoutKey('OLD')}, ${isSuccess('OLD')}) IS DISTINCT FROM ROW(${checkoutKey('NEW')}, ${isSuccess('NEW')}))
      EXECUTE FUNCTION note_checkout_metric();

    CREATE FUNCTION note_movement() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ${delta}
      VALUES (NEW.organization_id, NEW.product_id, NEW.currency, NEW.at, NEW.kind, NEW.count, NEW.sum);
      RETURN NULL;
    END $$;
    CREATE TRIGGER metric_inserted AFTER INSERT ON subscription_movements FOR EACH ROW EXECUTE FUNCTION note_movement();

    CREATE FUNCTION note_subscription_metric() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.started_at IS NOT DISTINCT FROM NEW.started_at THEN
        IF NEW.started_at IS NULL THEN RETURN NULL; END IF;
        IF OLD.ended_at IS NULL AND ROW(${paid('OLD')}) IS DISTINCT FROM ROW(${paid('NEW')}) THEN
          ${movementOf('OLD', `coalesce(NEW.modified_at, now()), 'changed', -1, -${monthly('OLD')}`)}
          ${movementOf('NEW', `coalesce(NEW.modified_at, now()), 'changed', 1, ${monthly('NEW')}`)}
        END IF;
        IF OLD.ended_at IS DISTINCT FROM NEW.ended_at THEN
          IF OLD.ended_at IS NOT NULL THEN ${movementOf('OLD', `OLD.ended_at, 'ended', -1, -${monthly('OLD')}`)} END IF;
          IF NEW.ended_at IS NOT NULL THEN ${movementOf('NEW', `NEW.ended_at, 'ended', 1, ${monthly('NEW')}`)} END IF;
        END IF;
        RETURN NULL;
      END IF;
      IF TG_OP <> 'INSERT' THEN
        INSERT INTO ${movement}
        SELECT organization_id, customer_id, product_id, currency, subscription_id, started_at, at, kind,
          -sum(count), -sum(sum)
        FROM subscription_movements WHERE subscription_id = OLD.id GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
        HAVING sum(count) <> 0 OR sum(sum) <> 0;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.started_at IS NOT NULL THEN
        ${movementOf('NEW', `NEW.started_at, 'started', 1, ${monthly('NEW')}`)}
        IF NEW.ended_at IS NOT NULL THEN ${movementOf('NEW', `NEW.ended_at, 'ended', 1, ${monthly('NEW')}`)} END IF;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER metric_inserted AFTER INSERT OR DELETE ON subscriptions FOR EACH ROW
      EXECUTE FUNCTION note_subscription_metric();
    CREATE TRIGGER metric_updated AFTER UPDATE ON subscriptions FOR EACH ROW
      WHEN (ROW(${paid('OLD')}, OLD.started_at, OLD.ended_at) IS DISTINCT FROM ROW(${paid('NEW')}, NEW.started_at, NEW.ended_at))
      EXECUTE FUNCTION note_subscription_metric();

    -- Whoever writes meanwhile waits; what was under way has ended before anything is read.
    CREATE FUNCTION recount_metrics() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      LOCK TABLE metric_deltas, metric_sums IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM metric_deltas;
      DELETE FROM metric_sums;
      INSERT INTO ${delta}
      SELECT organization_id, product_id, currency, ${quarter}, kind, sum(count), sum(sum) FROM (
        SELECT ${orderKey('r')}, 1, (r.net_amount - r.refunded_amount)::bigint FROM orders r WHERE ${isSold('r')}
        UNION ALL SELECT ${checkoutKey('r')}, 1, ${isSuccess('r')} FROM checkouts r
        UNION ALL SELECT organization_id, product_id, currency, at, kind, count, sum FROM subscription_movements
      ) AS rows (organization_id, product_id, currency, at, kind, count, sum) GROUP BY 1, 2, 3, 4, 5;
    END $$;

    -- What subscriptions cost earlier was not kept: those from before cost what they do now since they began.
    ALTER TABLE subscription_movements DISABLE TRIGGER metric_inserted;
    INSERT INTO ${movement}
    SELECT organization_id, customer_id, product_id, currency, id, started_at, at, kind, 1, ${monthly('r')} FROM subscriptions r
      CROSS JOIN LATERAL (VALUES ('started', started_at), ('ended', ended_at)) AS turns (kind, at)
    WHERE r.started_at IS NOT NULL AND turns.at IS NOT NULL;
    ALTER TABLE subscription_movements ENABLE TRIGGER metric_inserted;
    SELECT recount_metrics();`,
};
