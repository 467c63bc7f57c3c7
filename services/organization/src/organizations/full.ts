/** Organizations with all their members, and the choice of a session's active one. */
import type {
  AuthFullOrganization,
  FullOrganizationQuery,
  SetActiveOrganization,
} from '@tessera/proto/api/organization/organization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { listInvitations } from '../invitations/service.ts';
import { viewInvitationFor } from '../invitations/view.ts';
import type { MemberRow } from '../members/entity.ts';
import { findMember, listMembers } from '../members/service.ts';
import { viewMemberWithUser } from '../members/view.ts';
import type { OrganizationParts } from '../organization.ts';
import { listTeams } from '../teams/service.ts';
import { findUsers } from '../users/service.ts';
import { activate, deactivate } from './active.ts';
import type { OrganizationRow } from './entity.ts';
import { organizationErrors } from './errors.ts';
import type { RequestContext } from './request-context.ts';
import { findOrganization, findOrganizationBySlug } from './service.ts';
import { viewAuthOrganization } from './view.ts';

/** Returns the named organization, or else the active one, or null. Throws NotAMember if the caller is no member. */
export const getFullOrganization = async (
  parts: OrganizationParts,
  caller: UserCaller,
  wanted: FullOrganizationQuery,
): Promise<AuthFullOrganization | null> => {
  const slug = wanted.organizationSlug;
  const organizationId = wanted.organizationId || caller.activeOrganizationId;
  if (!slug && !organizationId) return null;
  const own = await findOwn(parts, caller.userId, { slug, organizationId });
  if (!own) throw organizationErrors.NotAMember();
  const teams = parts.options.teams.enabled ? await listTeams(parts, own.organization.id) : null;
  return { ...(await viewFull(parts, own)), teams };
};

/**
 * Makes an organization the session's active one, sets the cookies and returns the organization (null: none is active
 * now). If the caller is no member, clears the active organization and throws NotAMember.
 */
export const setActiveOrganization = async (
  parts: OrganizationParts,
  context: RequestContext,
  wanted: SetActiveOrganization,
): Promise<AuthFullOrganization | null> => {
  const { activeOrganizationId, userId } = context.caller;
  const slug = wanted.organizationSlug;
  if (!slug && wanted.organizationId === null) {
    if (activeOrganizationId) context.setCookies(await deactivate(parts, context));
    return null;
  }
  const organizationId = wanted.organizationId || activeOrganizationId;
  if (!slug && !organizationId) return null;
  const own = await findOwn(parts, userId, { slug, organizationId });
  if (!own) {
    await deactivate(parts, context);
    throw organizationErrors.NotAMember();
  }
  const full = await viewFull(parts, own);
  context.setCookies((await activate(parts, context, own.organization.id)).setCookie);
  return full;
};

type Own = { organization: OrganizationRow; member: MemberRow };

const findOwn = async (
  parts: OrganizationParts,
  userId: string,
  wanted: { slug: string | undefined; organizationId: string | null },
): Promise<Own | null> => {
  const organization = wanted.slug
    ? await findOrganizationBySlug(parts, wanted.slug)
    : await findOrganization(parts, wanted.organizationId ?? '');
  if (!organization) return null;
  const member = await findMember(parts, { userId, organizationId: organization.id });
  return member && { organization, member };
};

const viewFull = async (
  parts: OrganizationParts,
  { organization, member: viewer }: Own,
): Promise<AuthFullOrganization> => {
  const members = await listMembers(parts, { organizationId: organization.id });
  const [users, invitations] = await Promise.all([
    findUsers(
      parts,
      members.map(({ userId }) => userId),
    ),
    listInvitations(parts, organization.id),
  ]);
  return {
    ...viewAuthOrganization(organization),
    invitations: invitations.map(viewInvitationFor(parts, viewer)),
    members: members.flatMap((member) => {
      const user = users.get(member.userId);
      return user ? [viewMemberWithUser(parts, member, user)] : [];
    }),
    teams: null,
  };
};
