/** An invitation as replies and events show it. */
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

/** The same for a colleague: whoever may neither invite nor cancel is not told the addresses of other people. */
export const viewInvitationFor =
  (parts: OrganizationParts, viewer: Pick<MemberRow, 'role'>) =>
  (invitation: InvitationRow): AuthInvitation => {
    const mayKnow = ['create', 'cancel'].some((action) =>
      grants(parts.options.roles, viewer.role, { invitation: [action] }),
    );
    const view = viewInvitation(parts, invitation);
    return mayKnow ? view : { ...view, email: maskAddress(view.email) };
  };

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
