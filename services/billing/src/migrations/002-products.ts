import type { Migration } from '@tessera/kit/database/data-source';

/** Indexes of lists are ordered as lists sort: nulls last when descending. */
export const productsMigration: Migration = {
  name: '002-products',
  sql: `
    CREATE TABLE products (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      name text NOT NULL,
      description text,
      recurring_interval text CHECK (recurring_interval IN ('month', 'year')),
      is_archived boolean NOT NULL DEFAULT false,
      metadata jsonb NOT NULL,
      price_amount_type text NOT NULL,
      price_amount integer NOT NULL
    );
    CREATE INDEX products_created_at ON products (organization_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX products_name ON products (organization_id, name DESC NULLS LAST, id DESC);
    CREATE INDEX products_price ON products (organization_id, price_amount DESC NULLS LAST, id DESC);
    CREATE TABLE product_prices (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      product_id uuid NOT NULL REFERENCES products (id),
      position integer NOT NULL,
      is_archived boolean NOT NULL DEFAULT false,
      amount_type text NOT NULL CHECK (amount_type IN ('fixed', 'custom', 'free')),
      price_amount integer,
      minimum_amount integer,
      maximum_amount integer,
      preset_amount integer,
      CHECK (amount_type <> 'fixed' OR price_amount IS NOT NULL)
    );
    CREATE INDEX product_prices_product ON product_prices (product_id, position);
    CREATE TABLE benefits (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      deleted_at timestamptz,
      organization_id uuid NOT NULL,
      type text NOT NULL,
      description text NOT NULL,
      selectable boolean NOT NULL DEFAULT true,
      deletable boolean NOT NULL DEFAULT true,
      metadata jsonb NOT NULL,
      properties jsonb NOT NULL
    );
    CREATE INDEX benefits_created_at ON benefits (organization_id, created_at DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    CREATE INDEX benefits_description ON benefits (organization_id, description DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    CREATE TABLE product_benefits (
      product_id uuid NOT NULL REFERENCES products (id),
      benefit_id uuid NOT NULL REFERENCES benefits (id),
      position integer NOT NULL,
      PRIMARY KEY (product_id, benefit_id)
    );
    CREATE INDEX product_benefits_benefit ON product_benefits (benefit_id);
  `,
};
