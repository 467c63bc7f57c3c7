import type { Migration } from '@tessera/kit/database/data-source';

/**
 * Requests that carry a key, by a hash of it and of who sent it. `reply` is sealed with the key, which is not kept: who
 * reads this table learns nothing. `status` null: under way while the lease lasts. `has_effect`: it has changed something.
 */
export const idempotencyKeysMigration: Migration = {
  name: '068-idempotency-keys',
  sql: `
    CREATE TABLE idempotency_keys (
      id text PRIMARY KEY,
      fingerprint text NOT NULL,
      lease_id uuid NOT NULL,
      leased_until timestamptz NOT NULL,
      has_effect boolean NOT NULL DEFAULT false,
      status integer,
      reply bytea,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at);
  `,
};
