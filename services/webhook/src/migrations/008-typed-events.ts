import type { Migration } from '@tessera/kit/database/data-source';

/** Finds the events of a type without reading their payloads, which are in the same rows. */
export const typedEvents: Migration = {
  name: '008-typed-events',
  indexes: [{ name: 'webhook_events_type', on: 'webhook_events (organization_id, type, id)' }],
};
