/** An invitation in replies and events. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { AuthInvitation } from '@tessera/proto/api/organization/organization';
import { grants } from '@tessera/proto/api/roles';
import type { MemberRow } from '../members/entity.ts';
import type { OrganizationParts } from '../organization.ts';
import type { InvitationRow } from './entity.ts';
import { maskAddress } from './rules.ts';

export const viewInvitation = (
  { options }: OrganizationParts,
  invitation: InvitationRow,
): AuthInvitation => ({
  id: invitation.id,
  organizationId: invitation.organizationId,
  email: invitation.email,
  role: invitation.role,
  status: invitation.status,
  expiresAt: invitation.expiresAt,
  inviterId: invitation.inviterId,
  ...(options.teams.enabled && { teamId: invitation.teamId }),
});

/** As `viewInvitation`, for a member: without rights to invite or cancel, addresses are masked. */
export const viewInvitationFor =
  (parts: OrganizationParts, viewer: Pick<MemberRow, 'role'>) =>
  (invitation: InvitationRow): AuthInvitation => {
    const mayKnow = ['create', 'cancel'].some((action) =>
      grants(parts.options.roles, viewer.role, { invitation: [action] }),
    );
    const view = viewInvitation(parts, invitation);
    return mayKnow ? view : { ...view, email: maskAddress(view.email) };
  };

/** Returns the invitation message of events. */
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
