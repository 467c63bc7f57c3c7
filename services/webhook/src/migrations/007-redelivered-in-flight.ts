import type { Migration } from '@tessera/kit/database/data-source';

/** `redeliver`: it was asked for again while an attempt was under way, which may have reached the endpoint before that. */
export const redeliveredInFlight: Migration = {
  name: '007-redelivered-in-flight',
  sql: 'ALTER TABLE deliveries ADD COLUMN redeliver boolean NOT NULL DEFAULT false',
};
