/** Usage: events by month, what waits to be counted, hourly sums, and what is known of customers' meters. */
import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

export const usageEventsMigration: Migration = {
  name: '080-usage-events',
  sql: `
    -- The order in which events count. A meter that is reset takes a number, and what came before it is over.
    CREATE SEQUENCE usage_positions;
    CREATE TABLE usage_events (
      id uuid NOT NULL,
      organization_id uuid NOT NULL,
      "timestamp" timestamptz NOT NULL,
      ingested_at timestamptz NOT NULL,
      position bigint NOT NULL DEFAULT nextval('usage_positions'),
      source text NOT NULL CHECK (source IN ('user', 'system')),
      name text NOT NULL,
      customer_id uuid,
      external_customer_id text,
      external_id text,
      metadata jsonb NOT NULL,
      PRIMARY KEY (id, "timestamp")
    ) PARTITION BY RANGE ("timestamp");
    CREATE INDEX usage_events_timestamp ON usage_events (organization_id, "timestamp", id);
    CREATE INDEX usage_events_name ON usage_events (organization_id, name, "timestamp", id);
    CREATE INDEX usage_events_customer ON usage_events (customer_id, "timestamp", id) WHERE customer_id IS NOT NULL;
    CREATE INDEX usage_events_unknown ON usage_events (organization_id, external_customer_id)
      WHERE customer_id IS NULL AND external_customer_id IS NOT NULL;
    -- What lies in no month that has a partition yet; see make_usage_month.
    CREATE TABLE usage_events_other PARTITION OF usage_events DEFAULT;

    -- Makes the partition of a month, and moves into it what came before it was there.
    CREATE FUNCTION make_usage_month(month date) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      part text := 'usage_events_' || to_char(month, 'YYYY_MM');
      first timestamptz := date_trunc('month', month)::timestamp AT TIME ZONE 'UTC';
      last timestamptz := (date_trunc('month', month) + interval '1 month')::timestamp AT TIME ZONE 'UTC';
    BEGIN
      IF to_regclass(part) IS NOT NULL THEN RETURN false; END IF;
      LOCK TABLE usage_events IN ACCESS EXCLUSIVE MODE;
      IF to_regclass(part) IS NOT NULL THEN RETURN false; END IF;
      EXECUTE format('CREATE TABLE %I (LIKE usage_events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part);
      EXECUTE format('WITH moved AS (DELETE FROM usage_events_other WHERE "timestamp" >= %L AND "timestamp" < %L RETURNING *)
        INSERT INTO %I SELECT * FROM moved', first, last, part);
      EXECUTE format('ALTER TABLE usage_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, first, last);
      RETURN true;
    END $$;

    -- An event that its seller named counts once, for as long as it is kept.
    CREATE TABLE usage_event_keys (
      organization_id uuid NOT NULL,
      external_id text NOT NULL,
      event_id uuid NOT NULL,
      PRIMARY KEY (organization_id, external_id)
    );

    -- Written with the events themselves; gone in the transaction that counts them.
    CREATE TABLE usage_batches (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id uuid NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      event_ids uuid[] NOT NULL,
      first_at timestamptz NOT NULL,
      last_at timestamptz NOT NULL
    );
    CREATE INDEX usage_batches_organization ON usage_batches (organization_id, id);

    -- Customers whose external id may have events from before it was theirs.
    CREATE TABLE usage_adoptions (
      customer_id uuid PRIMARY KEY,
      organization_id uuid NOT NULL,
      external_id text NOT NULL
    );
    CREATE FUNCTION note_usage_adoption() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.external_id IS NOT DISTINCT FROM NEW.external_id THEN RETURN NULL; END IF;
      INSERT INTO usage_adoptions (customer_id, organization_id, external_id)
      VALUES (NEW.id, NEW.organization_id, NEW.external_id)
      ON CONFLICT (customer_id) DO UPDATE SET external_id = excluded.external_id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_usage_adoption AFTER INSERT OR UPDATE OF external_id ON customers FOR EACH ROW
      WHEN (NEW.external_id IS NOT NULL) EXECUTE FUNCTION note_usage_adoption();

    CREATE TABLE usage_event_names (
      organization_id uuid NOT NULL,
      name text NOT NULL,
      source text NOT NULL,
      occurrences bigint NOT NULL,
      first_seen timestamptz NOT NULL,
      last_seen timestamptz NOT NULL,
      PRIMARY KEY (organization_id, name, source)
    );

    -- Up to which position a meter's history is counted afterwards, and how far that has come.
    CREATE TABLE usage_backfills (
      meter_id uuid PRIMARY KEY REFERENCES meters (id),
      organization_id uuid NOT NULL,
      boundary bigint,
      cursor_at timestamptz,
      cursor_id uuid,
      is_complete boolean NOT NULL DEFAULT false
    );
    CREATE INDEX usage_backfills_left ON usage_backfills (organization_id) WHERE NOT is_complete;
    INSERT INTO usage_backfills (meter_id, organization_id) SELECT id, organization_id FROM meters;
    CREATE FUNCTION begin_usage_backfill() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO usage_backfills (meter_id, organization_id) VALUES (NEW.id, NEW.organization_id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER begin_usage_backfill AFTER INSERT ON meters FOR EACH ROW EXECUTE FUNCTION begin_usage_backfill();

    -- Hourly sums a customer and meter; the customer 0 stands for everybody.
    CREATE TABLE usage_rollups (
      meter_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      hour timestamptz NOT NULL,
      count bigint NOT NULL,
      sum numeric NOT NULL,
      min numeric,
      max numeric,
      PRIMARY KEY (meter_id, customer_id, hour)
    );

    -- Different values since a meter was reset last, of meters that count those.
    CREATE TABLE usage_values (
      meter_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      value_hash bytea NOT NULL,
      PRIMARY KEY (meter_id, customer_id, value_hash)
    );`,
};

const units = `CASE func WHEN 'sum' THEN sum WHEN 'min' THEN coalesce(min, 0) WHEN 'max' THEN coalesce(max, 0)
  WHEN 'avg' THEN CASE WHEN count = 0 THEN 0 ELSE sum / count END ELSE count END`;

/** Customers' meters, and what subscriptions have used since they were billed last. */
export const customerMetersMigration: Migration = {
  name: '081-customer-meters',
  sql: `
    CREATE TABLE customer_meters (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      -- No references: counting would wait for whoever changes the customer.
      customer_id uuid NOT NULL,
      meter_id uuid NOT NULL,
      func text NOT NULL,
      count bigint NOT NULL DEFAULT 0,
      sum numeric NOT NULL DEFAULT 0,
      min numeric,
      max numeric,
      credited_units integer NOT NULL DEFAULT 0,
      rollover_units integer NOT NULL DEFAULT 0,
      reset_position bigint,
      consumed_units numeric GENERATED ALWAYS AS (${units}) STORED,
      balance numeric GENERATED ALWAYS AS (credited_units - (${units})) STORED,
      CONSTRAINT customer_meters_meter UNIQUE (customer_id, meter_id)
    );
    CREATE INDEX customer_meters_created_at ON customer_meters (organization_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX customer_meters_modified_at ON customer_meters (organization_id, modified_at DESC NULLS LAST, id DESC);
    CREATE INDEX customer_meters_of_meter ON customer_meters (meter_id);
    ${countRows({ table: 'customer_meters', time: '@.created_at' })}

    -- A meter that counts something else begins again: it can change only while it has counted nothing.
    CREATE FUNCTION restart_usage_meter() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE usage_backfills SET boundary = NULL, cursor_at = NULL, cursor_id = NULL, is_complete = false
      WHERE meter_id = NEW.id;
      UPDATE customer_meters SET func = CASE WHEN NEW.aggregation ? 'uniqueProperty' THEN 'unique' ELSE NEW.aggregation ->> 'func' END
      WHERE meter_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER restart_usage_meter AFTER UPDATE ON meters FOR EACH ROW
      WHEN (OLD.filter IS DISTINCT FROM NEW.filter OR OLD.aggregation IS DISTINCT FROM NEW.aggregation)
      EXECUTE FUNCTION restart_usage_meter();

    ALTER TABLE subscription_meters
      ADD COLUMN count bigint NOT NULL DEFAULT 0,
      ADD COLUMN sum numeric NOT NULL DEFAULT 0,
      ADD COLUMN min numeric,
      ADD COLUMN max numeric;
    CREATE INDEX subscription_meters_of_meter ON subscription_meters (meter_id);

    -- What a period has used of a meter, and what that costs; its order follows.
    CREATE TABLE usage_entries (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      organization_id uuid NOT NULL,
      subscription_id uuid NOT NULL REFERENCES subscriptions (id),
      meter_id uuid NOT NULL REFERENCES meters (id),
      product_price_id uuid NOT NULL,
      period_start timestamptz NOT NULL,
      period_end timestamptz NOT NULL,
      consumed_units numeric NOT NULL,
      credited_units integer NOT NULL,
      amount integer NOT NULL,
      label text NOT NULL,
      order_id uuid REFERENCES orders (id)
    );
    -- Periods whose use is closed: a renewal that is tried again closes nothing more.
    CREATE TABLE usage_closings (
      subscription_id uuid NOT NULL REFERENCES subscriptions (id),
      period_end timestamptz NOT NULL,
      PRIMARY KEY (subscription_id, period_end)
    );
    CREATE INDEX usage_entries_pending ON usage_entries (subscription_id) WHERE order_id IS NULL;
    CREATE INDEX usage_entries_order ON usage_entries (order_id) WHERE order_id IS NOT NULL;`,
};
