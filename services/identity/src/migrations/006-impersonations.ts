import type { Migration } from '@tessera/kit/database/data-source';

/** Finds the sessions in which an administrator is somebody else. */
export const impersonations: Migration = {
  name: '006-impersonations',
  sql: 'CREATE INDEX sessions_impersonated_by ON sessions (impersonated_by) WHERE impersonated_by IS NOT NULL',
};
