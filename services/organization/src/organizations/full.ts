/** An organization with everyone in it, and which one is active in a session. */
import type {
  AuthFullOrganization,
  FullOrganizationQuery,
  SetActiveOrganization,
} from '@tessera/proto/api/organization/organization';
import type { UserCaller } from '@tessera/proto/api/passport';
import { listInvitations } from '../invitations/service.ts';
import { viewInvitation } from '../invitations/view.ts';
import { findMember, listMembers } from '../members/service.ts';
import { viewMemberWithUser } from '../members/view.ts';
import type { Service } from '../service.ts';
import { listTeams } from '../teams/service.ts';
import { findUsers } from '../users/service.ts';
import { activate, deactivate, type Visitor } from './active.ts';
import type { OrganizationRow } from './entity.ts';
import { errors } from './errors.ts';
import { findOrganization, findOrganizationBySlug } from './service.ts';
import { viewAuthOrganization } from './view.ts';

/** The named organization, else the active one, else null. Throws for one that the caller does not belong to. */
export const getFullOrganization = async (
  service: Service,
  caller: UserCaller,
  wanted: FullOrganizationQuery,
): Promise<AuthFullOrganization | null> => {
  const { organizationSlug: slug, organizationId = caller.activeOrganizationId } = wanted;
  if (!slug && !organizationId) return null;
  const organization = await findOwn(service, caller.userId, { slug, organizationId });
  if (!organization) throw errors.NotAMember();
  const teams = service.options.teams.enabled ? await listTeams(service, organization.id) : null;
  return { ...(await viewFull(service, organization)), teams };
};

/**
 * Makes an organization the session's active one. Answers it (null: none is active now) and the cookies to set.
 * One that the caller does not belong to leaves none active.
 */
export const setActiveOrganization = async (
  service: Service,
  visitor: Visitor,
  wanted: SetActiveOrganization,
): Promise<{ organization: AuthFullOrganization | null; setCookie: string[] }> => {
  const { activeOrganizationId, userId } = visitor.caller;
  const slug = wanted.organizationSlug;
  if (!slug && wanted.organizationId === null) {
    const setCookie = activeOrganizationId ? await deactivate(service, visitor) : [];
    return { organization: null, setCookie };
  }
  const organizationId = wanted.organizationId || activeOrganizationId;
  if (!slug && !organizationId) return { organization: null, setCookie: [] };
  const organization = await findOwn(service, userId, { slug, organizationId });
  if (!organization) {
    await deactivate(service, visitor);
    throw errors.NotAMember();
  }
  const full = await viewFull(service, organization);
  return { organization: full, setCookie: await activate(service, visitor, organization.id) };
};

const findOwn = async (
  service: Service,
  userId: string,
  wanted: { slug: string | undefined; organizationId: string | null },
): Promise<OrganizationRow | null> => {
  const organization = wanted.slug
    ? await findOrganizationBySlug(service, wanted.slug)
    : await findOrganization(service, wanted.organizationId ?? '');
  if (!organization) return null;
  const member = await findMember(service, { userId, organizationId: organization.id });
  return member && organization;
};

const viewFull = async (service: Service, organization: OrganizationRow): Promise<AuthFullOrganization> => {
  const members = await listMembers(service, organization.id);
  const [users, invitations] = await Promise.all([
    findUsers(
      service,
      members.map(({ userId }) => userId),
    ),
    listInvitations(service, organization.id),
  ]);
  return {
    ...viewAuthOrganization(organization),
    invitations: invitations.map((invitation) => viewInvitation(service, invitation)),
    members: members.flatMap((member) => {
      const user = users.get(member.userId);
      return user ? [viewMemberWithUser(service, member, user)] : [];
    }),
    teams: null,
  };
};
