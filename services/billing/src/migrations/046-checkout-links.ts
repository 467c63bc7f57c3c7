import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

/** Checkout links, and how many checkouts they have opened for a network lately. */
export const checkoutLinksMigration: Migration = {
  name: '046-checkout-links',
  sql: `
    CREATE TABLE checkout_links (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      deleted_at timestamptz,
      organization_id uuid NOT NULL,
      client_secret text NOT NULL CONSTRAINT checkout_links_secret UNIQUE,
      label text,
      success_url text,
      allow_discount_codes boolean NOT NULL,
      require_billing_address boolean NOT NULL,
      discount_id uuid,
      product_ids uuid[] NOT NULL,
      metadata jsonb NOT NULL
    );
    CREATE INDEX checkout_links_created_at ON checkout_links (organization_id, created_at DESC NULLS LAST, id DESC)
      WHERE deleted_at IS NULL;
    CREATE INDEX checkout_links_products ON checkout_links USING gin (product_ids);
    ${countRows({ table: 'checkout_links', time: '@.created_at', when: '@.deleted_at IS NULL' })}
    CREATE TABLE checkout_link_visits (
      network text NOT NULL,
      started_at timestamptz NOT NULL,
      visits integer NOT NULL,
      PRIMARY KEY (network, started_at)
    );
    CREATE INDEX checkout_link_visits_started_at ON checkout_link_visits (started_at);
  `,
};
