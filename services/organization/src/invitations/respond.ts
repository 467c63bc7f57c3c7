/** Viewing, accepting, rejecting and canceling invitations. */
import { transact } from '@tessera/kit/events/outbox';
import type {
  AuthInvitationDetails,
  InvitationAcceptedReply,
  InvitationAnswer,
  InvitationRejectedReply,
} from '@tessera/proto/api/organization/invitation';
import type { AuthInvitation } from '@tessera/proto/api/organization/organization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { grants } from '@tessera/proto/api/roles';
import type { EntityManager } from 'typeorm';
import { memberErrors } from '../members/errors.ts';
import { findMember, findMemberIn, joinOrganization, lockMembership } from '../members/service.ts';
import { viewMember } from '../members/view.ts';
import type { OrganizationParts } from '../organization.ts';
import { tryActivate } from '../organizations/active.ts';
import { organizationErrors } from '../organizations/errors.ts';
import type { RequestContext } from '../organizations/request-context.ts';
import { findOrganization } from '../organizations/service.ts';
import { findTeam } from '../teams/service.ts';
import { lockUser } from '../users/departure.ts';
import { findUsers } from '../users/service.ts';
import type { InvitationRow } from './entity.ts';
import { invitationErrors } from './errors.ts';
import { type Claim, requireRecipient, withProvenAddress } from './recipient.ts';
import { isOpen, whyNotInvite } from './rules.ts';
import { closeInvitation, findInvitation, listInvitations } from './service.ts';
import { viewInvitation, viewInvitationFor } from './view.ts';

/** Returns an open invitation to its recipient. */
export const getInvitation = async (
  parts: OrganizationParts,
  claim: Claim,
): Promise<AuthInvitationDetails> => {
  const { invitationId, proof } = claim;
  const caller = await withProvenAddress(parts, claim);
  const invitation = await findInvitation(parts.db.manager, invitationId);
  if (!invitation || !isOpen(invitation, parts.now())) throw invitationErrors.NoInvitation();
  requireRecipient(parts, invitation, { caller, proof }, invitationErrors.NotVerifiedToSee);
  const { organizationId, inviterId } = invitation;
  const organization = await findOrganization(parts, organizationId);
  if (!organization) throw organizationErrors.OrganizationNotFound();
  await requireInviter(parts.db.manager, parts, invitation);
  const inviter = (await findUsers(parts, [inviterId])).get(inviterId);
  if (!inviter) throw invitationErrors.InviterGone();
  return {
    ...viewInvitation(parts, invitation),
    organizationName: organization.name,
    organizationSlug: organization.slug,
    inviterEmail: inviter.email,
  };
};

/** Returns the invitations of the named or else the active organization, for its members. */
export const listInvitationsFor = async (
  parts: OrganizationParts,
  caller: UserCaller,
  named: string | undefined,
): Promise<AuthInvitation[]> => {
  const organizationId = named || caller.activeOrganizationId;
  if (!organizationId) throw invitationErrors.OrganizationIdRequired();
  const member = await findMember(parts, { userId: caller.userId, organizationId });
  if (!member) throw invitationErrors.NotAMember();
  const invitations = await listInvitations(parts, organizationId);
  return invitations.map(viewInvitationFor(parts, member));
};

/** Joins the organization and makes it the active one. Concurrent attempts join once. */
export const acceptInvitation = async (
  parts: OrganizationParts,
  context: RequestContext,
  { invitationId, proof }: InvitationAnswer,
): Promise<InvitationAcceptedReply> => {
  const caller = await withProvenAddress(parts, { caller: context.caller, invitationId, proof });
  // Stores the new member's address in the copy of users, so that further invitations to it are rejected.
  await findUsers(parts, [caller.userId]);
  const { invitation, member } = await transact(parts.db, async (em) => {
    if (!(await lockUser(em, caller.userId))) throw organizationErrors.UserNotFound();
    const { own, open } = await lockOpenInvitation(em, parts, { caller, invitationId, proof });
    const member = own ?? (await join(em, parts, { userId: caller.userId, open }));
    return { member, invitation: await closeInvitation(em, open, 'accepted') };
  });
  await tryActivate(parts, context, invitation.organizationId);
  return { invitation: viewInvitation(parts, invitation), member: viewMember(parts, member) };
};

/** Rejects an invitation. */
export const rejectInvitation = async (
  parts: OrganizationParts,
  claim: Claim,
): Promise<InvitationRejectedReply> => {
  const caller = await withProvenAddress(parts, claim);
  const invitation = await transact(parts.db, async (em) => {
    const { open } = await lockOpenInvitation(em, parts, { ...claim, caller }, invitationErrors.NoInvitation);
    return closeInvitation(em, open, 'rejected');
  });
  return { invitation: viewInvitation(parts, invitation), member: null };
};

/** Cancels an invitation, whatever its status (specification, section 4). */
export const cancelInvitation = async (
  parts: OrganizationParts,
  { userId }: UserCaller,
  invitationId: string,
): Promise<AuthInvitation> => {
  const canceled = await transact(parts.db, async (em) => {
    const found = await findInvitation(em, invitationId);
    if (!found) throw invitationErrors.InvitationNotFound();
    const own = await lockMembership(em, { userId, organizationId: found.organizationId });
    if (!own) throw memberErrors.MemberNotFound();
    if (!grants(parts.options.roles, own.role, { invitation: ['cancel'] }))
      throw invitationErrors.CancelNotAllowed();
    const invitation = await findInvitation(em, invitationId);
    if (!invitation) throw invitationErrors.InvitationNotFound();
    return invitation.status === 'canceled' ? invitation : closeInvitation(em, invitation, 'canceled');
  });
  return viewInvitation(parts, canceled);
};

/** Locks the organization; returns the caller's open invitation, read under the lock, and existing membership. */
const lockOpenInvitation = async (
  em: EntityManager,
  parts: OrganizationParts,
  { caller, invitationId, proof }: Claim,
  notFound: () => Error = invitationErrors.InvitationNotFound,
) => {
  const found = await findInvitation(em, invitationId);
  if (!found) throw notFound();
  const own = await lockMembership(em, { userId: caller.userId, organizationId: found.organizationId });
  const open = await findInvitation(em, invitationId);
  if (!open || !isOpen(open, parts.now())) throw notFound();
  requireRecipient(parts, open, { caller, proof });
  return { own, open };
};

/**
 * Throws unless the inviter could still send this invitation: a member who was removed or demoted must not regain
 * rights by an invitation to another address of their own.
 */
const requireInviter = async (
  em: EntityManager,
  { options }: OrganizationParts,
  { inviterId, organizationId, role }: InvitationRow,
): Promise<void> => {
  const inviter = await findMemberIn(em, { userId: inviterId, organizationId });
  if (!inviter) throw invitationErrors.InviterGone();
  if (whyNotInvite(options, inviter.role, role) !== null) throw invitationErrors.InviterMayNot();
};

const join = async (
  em: EntityManager,
  parts: OrganizationParts,
  { userId, open }: { userId: string; open: InvitationRow },
) => {
  const { organizationId, role, teamId } = open;
  await requireInviter(em, parts, open);
  const team = teamId && (await findTeam(em, { teamId, organizationId }));
  return joinOrganization(em, parts, { organizationId, userId, role, teamId: team ? team.id : null });
};
