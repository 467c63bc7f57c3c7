import type { Migration } from '@tessera/kit/database/data-source';

/** Invitations that were open before have no proof: they are answered by verified addresses. */
export const invitationProofs: Migration = {
  name: '004-invitation-proofs',
  sql: `ALTER TABLE invitations ADD COLUMN proof_hashes text[] NOT NULL DEFAULT '{}'`,
};
