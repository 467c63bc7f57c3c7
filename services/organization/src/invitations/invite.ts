/** Invites users to an organization. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { requestedLanguage } from '@tessera/kit/text/request-language';
import type { InviteMember } from '@tessera/proto/api/organization/invitation';
import type { AuthInvitation } from '@tessera/proto/api/organization/organization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { readRoles } from '@tessera/proto/api/roles';
import { invitationCreated } from '@tessera/proto/events/organization';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { MemberRow } from '../members/entity.ts';
import { memberErrors } from '../members/errors.ts';
import { loadMissingUsers } from '../members/own-membership.ts';
import { findMember, findMemberByEmail, lockMembership } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { organizationErrors } from '../organizations/errors.ts';
import { teamErrors } from '../teams/errors.ts';
import { findTeam } from '../teams/service.ts';
import { InvitationEntity, type InvitationRow } from './entity.ts';
import { invitationErrors, tooManyInvitations } from './errors.ts';
import { mailLanguages } from './mail.ts';
import { whyNotInvite } from './rules.ts';
import {
  closeInvitation,
  countOpenInvitations,
  findOpenInvitations,
  untilNextInvitation,
} from './service.ts';
import { invitationMessage, viewInvitation } from './view.ts';

type Wish = { organizationId: string; email: string; role: string; teamId: string | null; isResent: boolean };

/** Invites an address; a consumer of the event sends the mail. Throws the contract's errors, in its order. */
export const inviteMember = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { email, role, teamId, resend, ...named }: InviteMember,
): Promise<AuthInvitation> => {
  const organizationId = named.organizationId || caller.activeOrganizationId;
  if (!organizationId) throw organizationErrors.OrganizationNotFound();
  const key = { userId: caller.userId, organizationId };
  const wish: Wish = {
    organizationId,
    email: email.toLowerCase(),
    role: readRoles(role).join(','),
    teamId: (parts.options.teams.enabled && teamId) || null,
    isResent: resend ?? false,
  };
  if (await findMember(parts, key)) await loadMissingUsers(parts, organizationId);
  const invitation = await transact(parts.db, async (em) => {
    const own = await lockMembership(em, key);
    if (!own) throw memberErrors.MemberNotFound();
    refuseUnlessAllowed(parts, own, wish.role);
    if (await findMemberByEmail(em, wish)) throw memberErrors.AlreadyAMember();
    if (wish.teamId && !(await findTeam(em, { teamId: wish.teamId, organizationId })))
      throw teamErrors.TeamNotFound();
    await makeRoom(em, parts, wish);
    return insertInvitation(em, parts, { ...wish, inviterId: caller.userId });
  });
  return viewInvitation(parts, invitation);
};

const refuseUnlessAllowed = ({ options }: OrganizationParts, own: MemberRow, role: string): void => {
  const reason = whyNotInvite(options, own.role, role);
  if (reason !== null)
    throw reason === 'right' ? invitationErrors.InvitingNotAllowed() : invitationErrors.RoleNotAllowed();
};

/** Rejects duplicate invitations unless resent, and invitations beyond the limits. */
const makeRoom = async (em: EntityManager, parts: OrganizationParts, wish: Wish): Promise<void> => {
  const { organizationId, email } = wish;
  const { cancelPendingInvitationsOnReInvite, invitationLimit } = parts.options;
  const before = await findOpenInvitations(em, parts, { organizationId, email });
  if (before.length > 0 && !wish.isResent) throw invitationErrors.AlreadyInvited();
  if (cancelPendingInvitationsOnReInvite)
    for (const invitation of before) await closeInvitation(em, invitation, 'canceled');
  if ((await countOpenInvitations(em, parts, organizationId)) >= invitationLimit)
    throw invitationErrors.LimitReached();
  const wait = await untilNextInvitation(em, parts, organizationId);
  if (wait > 0) throw tooManyInvitations(wait);
};

const insertInvitation = async (
  em: EntityManager,
  { options, now }: OrganizationParts,
  { organizationId, email, role, teamId, inviterId }: Wish & { inviterId: string },
): Promise<InvitationRow> => {
  const createdAt = now();
  const row: InvitationRow = {
    id: uuidv7(),
    organizationId,
    email,
    role,
    status: 'pending',
    teamId,
    inviterId,
    expiresAt: new Date(createdAt.getTime() + options.invitationExpiresIn * 1000),
    createdAt,
    proofHashes: [],
  };
  await em.insert(InvitationEntity, row);
  await emit(em, invitationCreated, {
    invitation: invitationMessage(row),
    language: requestedLanguage(mailLanguages),
  });
  return row;
};
