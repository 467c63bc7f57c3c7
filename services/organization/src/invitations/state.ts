/** What became of an invitation, for the one who was invited: the link in an old mail explains itself. */
import type { InvitationFate } from '@tessera/proto/api/organization/directory';
import type { UserCaller } from '@tessera/proto/api/passport';
import { findMember } from '../members/service.ts';
import { findOrganization } from '../organizations/service.ts';
import type { Service } from '../service.ts';
import { errors } from './errors.ts';
import { isFor, stateOf } from './rules.ts';
import { findInvitation } from './service.ts';

/** Errors as of an open one: not found, also when its organization is gone, and not the recipient. */
export const getInvitationFate = async (
  service: Service,
  caller: UserCaller,
  invitationId: string,
): Promise<InvitationFate> => {
  const invitation = await findInvitation(service.db.manager, invitationId);
  if (!invitation) throw errors.NoInvitation();
  if (!isFor(invitation, caller)) throw errors.NotRecipient();
  const { organizationId, expiresAt } = invitation;
  const organization = await findOrganization(service, organizationId);
  if (!organization) throw errors.NoInvitation();
  const member = await findMember(service, { userId: caller.userId, organizationId });
  return {
    state: stateOf(invitation, service.now()),
    expiresAt,
    organizationName: organization.name,
    organizationSlug: organization.slug,
    isMember: member !== null,
  };
};
