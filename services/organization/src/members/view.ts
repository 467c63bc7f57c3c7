/** A member in replies and events. */
import type { MembershipFacts } from '@tessera/proto/api/asks';
import type { AuthMember, AuthMemberWithUser } from '@tessera/proto/api/organization/organization';
import { type Roles } from '@tessera/proto/api/roles';
import type { OrganizationParts } from '../organization.ts';
import { canManage } from '../roles.ts';
import type { MemberRow } from './entity.ts';

export const viewMember = ({ options }: OrganizationParts, member: MemberRow): AuthMember => ({
  id: member.id,
  organizationId: member.organizationId,
  userId: member.userId,
  role: member.role,
  createdAt: member.createdAt,
  ...(options.teams.enabled && { teamId: member.teamId }),
});

export const viewMemberWithUser = (
  parts: OrganizationParts,
  member: MemberRow,
  { id, name, email, image }: AuthMemberWithUser['user'],
): AuthMemberWithUser => ({ ...viewMember(parts, member), user: { id, name, email, image } });

/** As `viewMemberWithUser`; the name is empty for a user that identity no longer knows. */
export const withUser = (
  parts: OrganizationParts,
  member: MemberRow,
  users: ReadonlyMap<string, AuthMemberWithUser['user']>,
): AuthMemberWithUser => {
  const nobody = { id: member.userId, name: '', email: '', image: null };
  return viewMemberWithUser(parts, member, users.get(member.userId) ?? nobody);
};

/** The membership as other services copy it. */
export const viewFacts = (roles: Roles, member: MemberRow): MembershipFacts => ({
  id: member.id,
  organizationId: member.organizationId,
  userId: member.userId,
  role: member.role,
  canManage: canManage(roles, member.role),
});

/** The membership message of events. */
export const membershipMessage = (roles: Roles, member: MemberRow) => ({
  ...viewFacts(roles, member),
  revision: BigInt(member.revision),
});
