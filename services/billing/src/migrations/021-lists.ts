import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

const productFacet = (row: string): string =>
  `(CASE WHEN ${row}is_archived THEN 'archived' ELSE 'sold' END
    || CASE WHEN ${row}recurring_interval IS NULL THEN ' once' ELSE ' recurring' END)`;

/**
 * Lists that cost the same however long they are. Rows are counted as they come and go (see lists/counts.ts); each
 * filter that is counted has an index in the order of its list; text and metadata are found by trigrams and
 * containment, within one organization. `day` NULL: all days.
 */
export const listsMigration: Migration = {
  name: '021-lists',
  sql: `
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE EXTENSION IF NOT EXISTS btree_gin;

    CREATE TABLE list_counts (
      list text NOT NULL,
      organization_id uuid NOT NULL,
      day date,
      product_id uuid,
      facet text,
      rows bigint NOT NULL
    );
    CREATE UNIQUE INDEX list_counts_key ON list_counts (list, organization_id, day, product_id, facet)
      INCLUDE (rows) NULLS NOT DISTINCT;
    CREATE TABLE list_count_deltas (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      list text NOT NULL,
      organization_id uuid NOT NULL,
      product_id uuid,
      facet text,
      day date NOT NULL,
      rows bigint NOT NULL
    );
    CREATE INDEX list_count_deltas_organization ON list_count_deltas (list, organization_id);

    ${countRows({ table: 'orders', time: '@.created_at', product: '@.product_id' })}
    ${countRows({
      table: 'subscriptions',
      time: '@.started_at',
      product: '@.product_id',
      facet: '@.status',
      when: '@.started_at IS NOT NULL',
    })}
    ${countRows({ table: 'checkouts', time: '@.created_at', product: '@.product_id', facet: '@.status' })}
    ${countRows({ table: 'products', time: '@.created_at', facet: productFacet('@.') })}
    ${countRows({ table: 'benefits', time: '@.created_at', facet: '@.type', when: '@.deleted_at IS NULL' })}
    ${countRows({ table: 'customers', time: '@.created_at', when: '@.deleted_at IS NULL' })}

    CREATE INDEX orders_product_created_at ON orders (product_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX orders_discount ON orders (discount_id) WHERE discount_id IS NOT NULL;
    CREATE INDEX orders_metadata ON orders USING gin (organization_id, metadata jsonb_path_ops);
    CREATE INDEX subscriptions_status ON subscriptions
      (organization_id, status, started_at DESC NULLS LAST, id DESC);
    CREATE INDEX subscriptions_product_status ON subscriptions
      (product_id, status, started_at DESC NULLS LAST, id DESC);
    CREATE INDEX subscriptions_discount ON subscriptions (discount_id) WHERE discount_id IS NOT NULL;
    CREATE INDEX subscriptions_metadata ON subscriptions USING gin (organization_id, metadata jsonb_path_ops);
    CREATE INDEX checkouts_status ON checkouts (organization_id, status, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX checkouts_product_status ON checkouts
      (product_id, status, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX checkouts_open_of_organization ON checkouts (organization_id, expires_at) WHERE status = 'open';
    CREATE INDEX checkouts_text ON checkouts
      USING gin (organization_id, customer_email gin_trgm_ops, customer_name gin_trgm_ops);
    CREATE INDEX products_facet ON products
      (organization_id, ${productFacet('')}, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX products_text ON products USING gin (organization_id, name gin_trgm_ops);
    CREATE INDEX products_metadata ON products USING gin (organization_id, metadata jsonb_path_ops);
    CREATE INDEX benefits_type ON benefits (organization_id, type, created_at DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    CREATE INDEX benefits_text ON benefits USING gin (organization_id, description gin_trgm_ops);
    CREATE INDEX benefits_metadata ON benefits USING gin (organization_id, metadata jsonb_path_ops);
    CREATE INDEX customers_text ON customers USING gin (organization_id, email gin_trgm_ops, name gin_trgm_ops);
    CREATE INDEX customers_metadata ON customers USING gin (organization_id, metadata jsonb_path_ops);
  `,
};
