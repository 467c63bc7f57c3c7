import type { Migration } from '@tessera/kit/database/data-source';

/** What did not arrive at an endpoint: little of what is sent. */
export const undeliveredMessages: Migration = {
  name: '013-undelivered-messages',
  indexes: [
    {
      name: 'deliveries_undelivered',
      on: `deliveries (endpoint_id, event_id) WHERE state IN ('failed', 'canceled')`,
    },
  ],
};
