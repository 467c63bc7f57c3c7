import type { Migration } from '@tessera/kit/database/data-source';

/**
 * `test_of`: the endpoint that a test event was made for; null: the event is real. `tests`: how many test events an
 * endpoint was sent since `tests_since`.
 */
export const testEvents: Migration = {
  name: '012-test-events',
  sql: `
    ALTER TABLE webhook_events ADD COLUMN test_of uuid;
    ALTER TABLE endpoints ADD COLUMN tests integer NOT NULL DEFAULT 0, ADD COLUMN tests_since timestamptz;
  `,
};
