import type { Migration } from '@tessera/kit/database/data-source';

/** `deliveries_messages` begins with the endpoint too. */
export const droppedDeliveriesEndpoint: Migration = {
  name: '010-dropped-deliveries-endpoint',
  sql: 'DROP INDEX deliveries_endpoint',
};
