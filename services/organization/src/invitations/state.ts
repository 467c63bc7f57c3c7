/** The status of an invitation, for its recipient, so that the link in an old mail can explain itself. */
import type { InvitationFate } from '@tessera/proto/api/organization/directory';
import { findMember } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { findOrganization } from '../organizations/service.ts';
import { invitationErrors } from './errors.ts';
import { type Claim, requireRecipient, withProvenAddress } from './recipient.ts';
import { stateOf } from './rules.ts';
import { findInvitation } from './service.ts';

/** Throws NoInvitation if the invitation or its organization does not exist, and as `requireRecipient` does. */
export const getInvitationFate = async (parts: OrganizationParts, claim: Claim): Promise<InvitationFate> => {
  const { invitationId, proof } = claim;
  const caller = await withProvenAddress(parts, claim);
  const invitation = await findInvitation(parts.db.manager, invitationId);
  if (!invitation) throw invitationErrors.NoInvitation();
  requireRecipient(parts, invitation, { caller, proof }, invitationErrors.NotVerifiedToSee);
  const { organizationId, expiresAt } = invitation;
  const organization = await findOrganization(parts, organizationId);
  if (!organization) throw invitationErrors.NoInvitation();
  const member = await findMember(parts, { userId: caller.userId, organizationId });
  return {
    state: stateOf(invitation, parts.now()),
    expiresAt,
    organizationName: organization.name,
    organizationSlug: organization.slug,
    isMember: member !== null,
  };
};
