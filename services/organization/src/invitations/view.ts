/** An invitation as replies and events show it. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { AuthInvitation } from '@tessera/proto/api/organization/organization';
import type { Service } from '../service.ts';
import type { InvitationRow } from './entity.ts';

export const viewInvitation = ({ options }: Service, invitation: InvitationRow): AuthInvitation => ({
  id: invitation.id,
  organizationId: invitation.organizationId,
  email: invitation.email,
  role: invitation.role,
  status: invitation.status,
  expiresAt: invitation.expiresAt,
  inviterId: invitation.inviterId,
  ...(options.teams.enabled && { teamId: invitation.teamId }),
});

/** What an event carries of an invitation. */
export const invitationMessage = (invitation: InvitationRow) => ({
  id: invitation.id,
  organizationId: invitation.organizationId,
  email: invitation.email,
  role: invitation.role,
  status: invitation.status,
  inviterId: invitation.inviterId,
  ...(invitation.teamId !== null && { teamId: invitation.teamId }),
  expiresAt: timestampFromDate(invitation.expiresAt),
});
