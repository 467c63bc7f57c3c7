import type { Migration } from '@tessera/kit/database/data-source';

/** An endpoint that is not enabled is told nothing. */
export const pausedEndpoints: Migration = {
  name: '005-paused-endpoints',
  sql: 'ALTER TABLE endpoints ADD COLUMN enabled boolean NOT NULL DEFAULT true',
};
