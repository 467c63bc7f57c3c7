import type { Migration } from '@tessera/kit/database/data-source';

/** Teams are counted and removed without looking through all members and invitations. */
export const teamIndexes: Migration = {
  name: '003-team-indexes',
  sql: `
  CREATE INDEX members_team_id ON members (team_id) WHERE team_id IS NOT NULL;
  CREATE INDEX invitations_team_id ON invitations (team_id) WHERE team_id IS NOT NULL`,
};
