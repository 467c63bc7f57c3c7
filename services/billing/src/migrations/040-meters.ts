import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

/**
 * Meters, prices per unit of them, and what subscriptions have consumed. Replicas of the release before do not know such
 * a price: none can be made before all run this one.
 */
export const metersMigration: Migration = {
  name: '040-meters',
  sql: `
    CREATE TABLE meters (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      name text NOT NULL,
      filter jsonb NOT NULL,
      aggregation jsonb NOT NULL,
      metadata jsonb NOT NULL
    );
    CREATE INDEX meters_created_at ON meters (organization_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX meters_name ON meters (organization_id, name DESC NULLS LAST, id DESC);
    CREATE INDEX meters_text ON meters USING gin (organization_id, name gin_trgm_ops);
    CREATE INDEX meters_metadata ON meters USING gin (organization_id, metadata jsonb_path_ops);
    ${countRows({ table: 'meters', time: '@.created_at' })}

    ALTER TABLE product_prices
      ADD COLUMN meter_id uuid REFERENCES meters (id),
      ADD COLUMN unit_amount numeric,
      ADD COLUMN cap_amount integer,
      DROP CONSTRAINT product_prices_amount_type_check,
      ADD CONSTRAINT product_prices_amount_type_check
        CHECK (amount_type IN ('fixed', 'custom', 'free', 'metered_unit')),
      ADD CONSTRAINT product_prices_metered
        CHECK (amount_type <> 'metered_unit' OR (meter_id IS NOT NULL AND unit_amount IS NOT NULL));
    CREATE INDEX product_prices_meter ON product_prices (meter_id) WHERE meter_id IS NOT NULL;

    CREATE TABLE subscription_meters (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      subscription_id uuid NOT NULL REFERENCES subscriptions (id),
      meter_id uuid NOT NULL REFERENCES meters (id),
      consumed_units double precision NOT NULL DEFAULT 0,
      credited_units integer NOT NULL DEFAULT 0,
      amount integer NOT NULL DEFAULT 0,
      CONSTRAINT subscription_meters_meter UNIQUE (subscription_id, meter_id)
    )`,
};
