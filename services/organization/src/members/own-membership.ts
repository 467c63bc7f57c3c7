/** The caller's own membership of an organization and its permissions. */
import { sql } from '@tessera/kit/database/sql';
import type { OwnMembership } from '@tessera/proto/api/organization/directory';
import type { UserCaller } from '@tessera/proto/api/passport';
import { grants, type Statements } from '@tessera/proto/api/roles';
import type { OrganizationParts } from '../organization.ts';
import { defaultRoles } from '../roles.ts';
import { findUsers } from '../users/service.ts';
import type { MemberRow } from './entity.ts';
import { memberErrors } from './errors.ts';
import { findMember, listOwners } from './service.ts';
import { viewMember } from './view.ts';

/** Returns the named organization, or else the active one. Throws NoActiveOrganization if there is neither. */
export const chosenOrganization = (caller: UserCaller, named: string | undefined): string => {
  const organizationId = named || caller.activeOrganizationId;
  if (!organizationId) throw memberErrors.NoActiveOrganization();
  return organizationId;
};

/** Returns the caller's membership of the named or else the active organization. Throws NotAColleague. */
export const requireColleague = async (
  parts: OrganizationParts,
  caller: UserCaller,
  named: string | undefined,
): Promise<MemberRow> => {
  const organizationId = chosenOrganization(caller, named);
  const member = await findMember(parts, { userId: caller.userId, organizationId });
  if (!member) throw memberErrors.NotAColleague();
  return member;
};

/** Completes the copy of users for an organization's members; needed before their addresses are compared. */
export const loadMissingUsers = async (parts: OrganizationParts, organizationId: string): Promise<void> => {
  const unknown = await sql<{ userId: string }>(
    parts.db,
    `SELECT members.user_id AS "userId" FROM members LEFT JOIN users ON users.id = members.user_id
     WHERE members.organization_id = $1 AND users.id IS NULL`,
    [organizationId],
  );
  await findUsers(
    parts,
    unknown.map(({ userId }) => userId),
  );
};

/** Returns the caller's membership of an organization, with its permissions. */
export const getOwnMembership = async (
  parts: OrganizationParts,
  caller: UserCaller,
  named: string | undefined,
): Promise<OwnMembership> => {
  const member = await requireColleague(parts, caller, named);
  const { ac, creatorRole, organizationDeletion, roles, teams } = parts.options;
  const owners = await listOwners(parts.db.manager, parts, member.organizationId);
  return {
    member: viewMember(parts, member),
    allowed: allowedTo(parts, member.role, ac),
    creatorRole,
    owners: owners.length,
    roles: Object.entries(roles).map(([name, statements]) => ({ name, grants: copyOf(statements) })),
    hasCustomRoles: roles !== defaultRoles,
    hasTeams: teams.enabled,
    isDeletable: !organizationDeletion.disabled,
  };
};

const allowedTo = ({ options }: OrganizationParts, held: string, all: Statements): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(all).map(([resource, actions]) => [
      resource,
      actions.filter((action) => grants(options.roles, held, { [resource]: [action] })),
    ]),
  );

const copyOf = (statements: Statements): Record<string, string[]> =>
  Object.fromEntries(Object.entries(statements).map(([resource, actions]) => [resource, [...actions]]));
