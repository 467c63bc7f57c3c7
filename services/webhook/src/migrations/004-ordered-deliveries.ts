import type { Migration } from '@tessera/kit/database/data-source';

/**
 * `sequence_key`: deliveries of one endpoint with the same key are first attempted in the order of their ids. Null, as
 * of those that are sent again by hand or that an older version wrote: in no order.
 */
export const orderedDeliveries: Migration = {
  name: '004-ordered-deliveries',
  sql: `
    ALTER TABLE deliveries ADD COLUMN sequence_key text;
    CREATE INDEX deliveries_first_attempts ON deliveries (endpoint_id, sequence_key, id)
      WHERE state = 'pending' AND attempts = 0;
  `,
};
