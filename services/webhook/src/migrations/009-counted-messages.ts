import type { Migration } from '@tessera/kit/database/data-source';

/** Counts an endpoint's messages in the index alone. */
export const countedMessages: Migration = {
  name: '009-counted-messages',
  indexes: [{ name: 'deliveries_messages', on: 'deliveries (endpoint_id, event_id, state)' }],
};
