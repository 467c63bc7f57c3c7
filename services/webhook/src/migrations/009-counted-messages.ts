import type { Migration } from '@tessera/kit/database/data-source';

/** Counts an endpoint's messages in the index alone; takes the place of that of deliveries by endpoint. */
export const countedMessages: Migration = {
  name: '009-counted-messages',
  sql: `
    CREATE INDEX deliveries_messages ON deliveries (endpoint_id, event_id, state);
    DROP INDEX deliveries_endpoint;
  `,
};
