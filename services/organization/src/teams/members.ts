/**
 * Members of teams. In better-auth 1.3, which has these verbs, users may be in several teams; here a member is in at
 * most one, so that joining a team leaves the previous one.
 */
import { transact } from '@tessera/kit/events/outbox';
import type {
  AuthTeamMember,
  RemoveTeamMemberReply,
  TeamMemberChange,
  TeamMemberListQuery,
} from '@tessera/proto/api/organization/team';
import type { UserCaller } from '@tessera/proto/api/passport';
import { grants } from '@tessera/proto/api/roles';
import type { EntityManager } from 'typeorm';
import type { MemberRow } from '../members/entity.ts';
import { chosenOrganization, requireColleague } from '../members/own-membership.ts';
import { changeTeam, findMemberIn, listMembers, lockMembership } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import type { TeamRow } from './entity.ts';
import { teamErrors } from './errors.ts';
import { findTeam } from './service.ts';
import { viewTeamMember } from './view.ts';

/** Moves a member to a team. Throws NotInOrganization (for caller or user), AdditionNotAllowed and TeamNotFound. */
export const addTeamMember = async (
  parts: OrganizationParts,
  caller: UserCaller,
  wanted: TeamMemberChange,
): Promise<AuthTeamMember> =>
  transact(parts.db, async (em) => {
    const { member, team } = await lockTeamChange(em, parts, {
      caller,
      wanted,
      refuse: teamErrors.AdditionNotAllowed,
    });
    if (member.teamId !== team.id) await changeTeam(em, member, team.id);
    return viewTeamMember(member, team.id);
  });

/** Removes a member from a team only. Throws NotInOrganization, TakingOutNotAllowed, TeamNotFound and NotInTeam. */
export const removeTeamMember = async (
  parts: OrganizationParts,
  caller: UserCaller,
  wanted: TeamMemberChange,
): Promise<RemoveTeamMemberReply> =>
  transact(parts.db, async (em) => {
    const { member, team } = await lockTeamChange(em, parts, {
      caller,
      wanted,
      refuse: teamErrors.TakingOutNotAllowed,
    });
    if (member.teamId !== team.id) throw teamErrors.NotInTeam();
    await changeTeam(em, member, null);
    return { message: 'Team member removed successfully.' };
  });

/** Returns the members of a team, for members of its organization. Throws NotAColleague and TeamNotFound. */
export const listTeamMembers = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { teamId, ...named }: TeamMemberListQuery,
): Promise<AuthTeamMember[]> => {
  const { organizationId } = await requireColleague(parts, caller, named.organizationId);
  const team = await findTeam(parts.db.manager, { teamId, organizationId });
  if (!team) throw teamErrors.TeamNotFound();
  const members = await listMembers(parts, { organizationId, teamId: team.id });
  return members.map((member) => viewTeamMember(member, team.id));
};

type Change = { caller: UserCaller; wanted: TeamMemberChange; refuse: () => Error };

/**
 * Locks the organization and returns the member and the team of a change. Teams grant no permissions, so owners need
 * no protection here: whoever may delete the team removes them from it as well.
 */
const lockTeamChange = async (
  em: EntityManager,
  parts: OrganizationParts,
  { caller, wanted, refuse }: Change,
): Promise<{ member: MemberRow; team: TeamRow }> => {
  const { teamId, userId } = wanted;
  const organizationId = chosenOrganization(caller, wanted.organizationId);
  const own = await lockMembership(em, { userId: caller.userId, organizationId });
  if (!own) throw teamErrors.NotInOrganization();
  if (!grants(parts.options.roles, own.role, { member: ['update'] })) throw refuse();
  const member = await findMemberIn(em, { userId, organizationId });
  if (!member) throw teamErrors.NotInOrganization();
  const team = await findTeam(em, { teamId, organizationId });
  if (!team) throw teamErrors.TeamNotFound();
  return { member, team };
};
