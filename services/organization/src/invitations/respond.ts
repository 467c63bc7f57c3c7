/** What becomes of an invitation: it is looked at, accepted, rejected or canceled. */
import { transact } from '@tessera/kit/outbox';
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
import { errors as memberErrors } from '../members/errors.ts';
import { findMember, holdPlace, joinOrganization } from '../members/service.ts';
import { viewMember } from '../members/view.ts';
import { tryActivate } from '../organizations/active.ts';
import { errors as organizationErrors } from '../organizations/errors.ts';
import { findOrganization } from '../organizations/service.ts';
import type { Visitor } from '../organizations/visitor.ts';
import type { Service } from '../service.ts';
import { findTeam } from '../teams/service.ts';
import { findUsers } from '../users/service.ts';
import type { InvitationRow } from './entity.ts';
import { errors } from './errors.ts';
import { type Claim, requireRecipient } from './recipient.ts';
import { isOpen } from './rules.ts';
import { closeInvitation, findInvitation, listInvitations } from './service.ts';
import { viewInvitation, viewInvitationFor } from './view.ts';

/** An open invitation, for the one who was invited. */
export const getInvitation = async (
  service: Service,
  { caller, invitationId, proof }: Claim,
): Promise<AuthInvitationDetails> => {
  const invitation = await findInvitation(service.db.manager, invitationId);
  if (!invitation || !isOpen(invitation, service.now())) throw errors.NoInvitation();
  requireRecipient(service, invitation, { caller, proof }, errors.NotVerifiedToSee);
  const { organizationId, inviterId } = invitation;
  const organization = await findOrganization(service, organizationId);
  if (!organization) throw organizationErrors.OrganizationNotFound();
  const isThere = await findMember(service, { userId: inviterId, organizationId });
  const inviter = isThere && (await findUsers(service, [inviterId])).get(inviterId);
  if (!inviter) throw errors.InviterGone();
  return {
    ...viewInvitation(service, invitation),
    organizationName: organization.name,
    organizationSlug: organization.slug,
    inviterEmail: inviter.email,
  };
};

/** All invitations of the named organization, else of the active one, for its members. */
export const listInvitationsFor = async (
  service: Service,
  caller: UserCaller,
  named: string | undefined,
): Promise<AuthInvitation[]> => {
  const organizationId = named || caller.activeOrganizationId;
  if (!organizationId) throw errors.OrganizationIdRequired();
  const member = await findMember(service, { userId: caller.userId, organizationId });
  if (!member) throw errors.NotAMember();
  const invitations = await listInvitations(service, organizationId);
  return invitations.map(viewInvitationFor(service, member));
};

/** Joins the organization, once however often it is tried, and makes it the active one. */
export const acceptInvitation = async (
  service: Service,
  visitor: Visitor,
  { invitationId, proof }: InvitationAnswer,
): Promise<InvitationAcceptedReply> => {
  const { caller } = visitor;
  // From now on our copy knows the new member's address: nobody invites them again.
  await findUsers(service, [caller.userId]);
  const { invitation, member } = await transact(service.db, async (em) => {
    const { own, open } = await holdOpen(em, service, { caller, invitationId, proof });
    const member = own ?? (await join(em, service, { userId: caller.userId, open }));
    return { member, invitation: await closeInvitation(em, open, 'accepted') };
  });
  await tryActivate(service, visitor, invitation.organizationId);
  return { invitation: viewInvitation(service, invitation), member: viewMember(service, member) };
};

/** Declines. */
export const rejectInvitation = async (service: Service, claim: Claim): Promise<InvitationRejectedReply> => {
  const invitation = await transact(service.db, async (em) => {
    const { open } = await holdOpen(em, service, claim, errors.NoInvitation);
    return closeInvitation(em, open, 'rejected');
  });
  return { invitation: viewInvitation(service, invitation), member: null };
};

/** Takes an invitation back, whatever its state (specification, section 4). */
export const cancelInvitation = async (
  service: Service,
  { userId }: UserCaller,
  invitationId: string,
): Promise<AuthInvitation> => {
  const canceled = await transact(service.db, async (em) => {
    const found = await findInvitation(em, invitationId);
    if (!found) throw errors.InvitationNotFound();
    const own = await holdPlace(em, { userId, organizationId: found.organizationId });
    if (!own) throw memberErrors.MemberNotFound();
    if (!grants(service.options.roles, own.role, { invitation: ['cancel'] })) throw errors.CancelNotAllowed();
    const invitation = await findInvitation(em, invitationId);
    if (!invitation) throw errors.InvitationNotFound();
    return invitation.status === 'canceled' ? invitation : closeInvitation(em, invitation, 'canceled');
  });
  return viewInvitation(service, canceled);
};

/** An open invitation of the caller, read again once its organization is held; and the place they have already. */
const holdOpen = async (
  em: EntityManager,
  service: Service,
  { caller, invitationId, proof }: Claim,
  notFound: () => Error = errors.InvitationNotFound,
) => {
  const found = await findInvitation(em, invitationId);
  if (!found) throw notFound();
  const own = await holdPlace(em, { userId: caller.userId, organizationId: found.organizationId });
  const open = await findInvitation(em, invitationId);
  if (!open || !isOpen(open, service.now())) throw notFound();
  requireRecipient(service, open, { caller, proof });
  return { own, open };
};

const join = async (
  em: EntityManager,
  service: Service,
  { userId, open }: { userId: string; open: InvitationRow },
) => {
  const { organizationId, role, teamId } = open;
  const team = teamId && (await findTeam(em, { teamId, organizationId }));
  return joinOrganization(em, service, { organizationId, userId, role, teamId: team ? team.id : null });
};
