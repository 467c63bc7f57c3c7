import type { Migration } from '@tessera/kit/database/data-source';

/** Deliveries of an endpoint whatever their state: looked for before a deleted endpoint is forgotten. */
export const deliveriesEndpoint: Migration = {
  name: '002-deliveries-endpoint',
  sql: 'CREATE INDEX deliveries_endpoint ON deliveries (endpoint_id)',
};
