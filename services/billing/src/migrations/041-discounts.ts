import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

/**
 * Discounts and their redemptions: one a checkout, or a subscription's own. Redemptions are counted as lists are, by
 * discount, so that nobody who redeems waits for others just to be counted. A subscription remembers what it costs
 * before its discount (null: as much as with it, there is none) and since when it has the discount.
 */
export const discountsMigration: Migration = {
  name: '041-discounts',
  sql: `
    CREATE TABLE discounts (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      deleted_at timestamptz,
      organization_id uuid NOT NULL,
      name text NOT NULL,
      code text,
      type text NOT NULL CHECK (type IN ('fixed', 'percentage')),
      amount integer,
      currency text,
      basis_points integer,
      duration text NOT NULL CHECK (duration IN ('once', 'forever', 'repeating')),
      duration_in_months integer,
      starts_at timestamptz,
      ends_at timestamptz,
      max_redemptions integer,
      max_redemptions_per_customer integer,
      metadata jsonb NOT NULL,
      CHECK (type <> 'fixed' OR (amount >= 0 AND currency IS NOT NULL)),
      CHECK (type <> 'percentage' OR basis_points BETWEEN 1 AND 10000),
      CHECK ((duration = 'repeating') = (duration_in_months IS NOT NULL))
    );
    CREATE UNIQUE INDEX discounts_code ON discounts (organization_id, lower(code)) WHERE deleted_at IS NULL;
    CREATE INDEX discounts_created_at ON discounts (organization_id, created_at DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    CREATE INDEX discounts_name ON discounts (organization_id, name DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    CREATE INDEX discounts_text ON discounts
      USING gin (organization_id, name gin_trgm_ops, code gin_trgm_ops);
    ${countRows({ table: 'discounts', time: '@.created_at', when: '@.deleted_at IS NULL' })}

    CREATE TABLE discount_products (
      discount_id uuid NOT NULL REFERENCES discounts (id),
      product_id uuid NOT NULL REFERENCES products (id),
      position integer NOT NULL,
      PRIMARY KEY (discount_id, product_id)
    );

    CREATE TABLE discount_codes (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      organization_id uuid NOT NULL,
      discount_id uuid NOT NULL REFERENCES discounts (id),
      code text NOT NULL
    );
    CREATE UNIQUE INDEX discount_codes_code ON discount_codes (organization_id, lower(code));
    CREATE INDEX discount_codes_discount ON discount_codes (discount_id, id);

    CREATE TABLE discount_redemptions (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      organization_id uuid NOT NULL,
      discount_id uuid NOT NULL REFERENCES discounts (id),
      code_id uuid REFERENCES discount_codes (id),
      checkout_id uuid,
      subscription_id uuid,
      customer_id uuid,
      customer_email text NOT NULL,
      CONSTRAINT discount_redemptions_checkout UNIQUE (checkout_id),
      CONSTRAINT discount_redemptions_code UNIQUE (code_id),
      CHECK (checkout_id IS NOT NULL OR subscription_id IS NOT NULL)
    );
    CREATE INDEX discount_redemptions_customer ON discount_redemptions (discount_id, customer_id);
    CREATE INDEX discount_redemptions_email ON discount_redemptions (discount_id, lower(customer_email));
    ${countRows({ table: 'discount_redemptions', time: '@.created_at', product: '@.discount_id' })}

    ALTER TABLE checkouts ADD COLUMN discount_code text;
    ALTER TABLE subscriptions
      ADD COLUMN subtotal_amount integer,
      ADD COLUMN discount_applied_at timestamptz`,
};
