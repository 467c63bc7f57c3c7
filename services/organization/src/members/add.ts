/** Adds members without an invitation, at the request of other services over the bus. */
import { transact } from '@tessera/kit/events/outbox';
import type { AuthMember } from '@tessera/proto/api/organization/organization';
import { readRoles } from '@tessera/proto/api/roles';
import type { OrganizationParts } from '../organization.ts';
import { organizationErrors } from '../organizations/errors.ts';
import { lockOrganization } from '../organizations/lock.ts';
import { teamErrors } from '../teams/errors.ts';
import { findTeam } from '../teams/service.ts';
import { lockUser } from '../users/departure.ts';
import { findUsers } from '../users/service.ts';
import { MemberEntity } from './entity.ts';
import { memberErrors } from './errors.ts';
import { joinOrganization } from './service.ts';
import { viewMember } from './view.ts';

export type Addition = {
  userId: string;
  organizationId: string;
  role: string | string[];
  teamId?: string | undefined;
};

/** Makes a user a member. Throws the errors of the contract's add-member, in its order. */
export const addMember = async (parts: OrganizationParts, addition: Addition): Promise<AuthMember> => {
  const { userId, organizationId, teamId } = addition;
  if (teamId && !parts.options.teams.enabled) throw memberErrors.TeamsNotEnabled();
  const role = readRoles(addition.role).join(',');
  if (role === '') throw memberErrors.NoRole();
  if (!(await findUsers(parts, [userId])).has(userId)) throw memberErrors.UserNotFound();
  const member = await transact(parts.db, async (em) => {
    if (!(await lockUser(em, userId))) throw memberErrors.UserNotFound();
    if (!(await lockOrganization(em, organizationId))) throw organizationErrors.OrganizationNotFound();
    const isMember = await em.existsBy(MemberEntity, { userId, organizationId });
    if (isMember) throw memberErrors.AlreadyAMember();
    if (teamId && !(await findTeam(em, { teamId, organizationId }))) throw teamErrors.TeamNotFound();
    return joinOrganization(em, parts, { organizationId, userId, role, teamId: teamId ?? null });
  });
  return viewMember(parts, member);
};
