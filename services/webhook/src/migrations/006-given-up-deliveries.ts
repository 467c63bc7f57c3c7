import type { Migration } from '@tessera/kit/database/data-source';

/** `given_up`: deliveries in a row that an endpoint did not take, each after all its retries; the first at `failing_since`. */
export const givenUpDeliveries: Migration = {
  name: '006-given-up-deliveries',
  sql: 'ALTER TABLE endpoints ADD COLUMN given_up integer NOT NULL DEFAULT 0, ADD COLUMN failing_since timestamptz',
};
