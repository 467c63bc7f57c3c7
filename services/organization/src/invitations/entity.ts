/** The invitation entity. */
import { column } from '@tessera/kit/database/data-source';
import type { AuthInvitation } from '@tessera/proto/api/organization/organization';
import { EntitySchema } from 'typeorm';

export type InvitationRow = {
  id: string;
  organizationId: string;
  email: string;
  role: string;
  status: AuthInvitation['status'];
  teamId: string | null;
  inviterId: string;
  expiresAt: Date;
  createdAt: Date;
  /** Hashes of the proofs in its mails' links, the newest last. */
  proofHashes: string[];
};

export const InvitationEntity = new EntitySchema<InvitationRow>({
  name: 'Invitation',
  tableName: 'invitations',
  columns: {
    id: column.id(),
    organizationId: column.uuid('organization_id'),
    email: column.text('email'),
    role: column.text('role'),
    status: column.text('status'),
    teamId: column.uuid('team_id', { nullable: true }),
    inviterId: column.uuid('inviter_id'),
    expiresAt: column.time('expires_at'),
    createdAt: column.time('created_at'),
    proofHashes: { name: 'proof_hashes', type: 'text', array: true },
  },
});
