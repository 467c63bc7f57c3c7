/** Members create, rename, delete and list teams. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { id } from '@tessera/proto/api/fields';
import type { AuthTeam } from '@tessera/proto/api/organization/organization';
import type {
  CreateTeam,
  RemoveTeam,
  RemoveTeamReply,
  UpdateTeam,
} from '@tessera/proto/api/organization/team';
import type { UserCaller } from '@tessera/proto/api/passport';
import { grants } from '@tessera/proto/api/roles';
import { teamUpdated } from '@tessera/proto/events/organization';
import { removeTeamFromInvitations } from '../invitations/service.ts';
import { chosenOrganization } from '../members/own-membership.ts';
import { findMember, lockMembership } from '../members/service.ts';
import type { OrganizationParts } from '../organization.ts';
import { TeamEntity } from './entity.ts';
import { teamErrors } from './errors.ts';
import { countTeams, endTeam, findTeam, insertTeam, listTeams } from './service.ts';
import { teamMessage, viewTeam } from './view.ts';

/** Creates a team. Throws CreatorNotAMember, CreationNotAllowed and MaximumReached. */
export const createTeam = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { name, ...named }: CreateTeam,
): Promise<AuthTeam> => {
  const organizationId = chosenOrganization(caller, named.organizationId);
  const team = await transact(parts.db, async (em) => {
    const own = await lockMembership(em, { userId: caller.userId, organizationId });
    if (!own) throw teamErrors.CreatorNotAMember();
    const { roles, teams } = parts.options;
    if (!grants(roles, own.role, { team: ['create'] })) throw teamErrors.CreationNotAllowed();
    const isFull =
      teams.maximumTeams !== undefined && (await countTeams(em, organizationId)) >= teams.maximumTeams;
    if (isFull) throw teamErrors.MaximumReached();
    const now = parts.now();
    return insertTeam(em, { organizationId, name, createdAt: now, updatedAt: now });
  });
  return viewTeam(team);
};

/** Renames a team; `updatedAt` stays, as in better-auth. Throws UpdateNotAllowed and TeamNotFound. */
export const updateTeam = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { teamId, data }: UpdateTeam,
): Promise<AuthTeam> => {
  const organizationId = chosenOrganization(caller, data.organizationId);
  const team = await transact(parts.db, async (em) => {
    const own = await lockMembership(em, { userId: caller.userId, organizationId });
    if (!own || !grants(parts.options.roles, own.role, { team: ['update'] }))
      throw teamErrors.UpdateNotAllowed();
    const stored = await findTeam(em, { teamId, organizationId });
    if (!stored) throw teamErrors.TeamNotFound();
    if (data.name === undefined || data.name === stored.name) return stored;
    const row = { ...stored, name: data.name };
    await em.update(TeamEntity, { id: row.id }, { name: row.name });
    await emit(em, teamUpdated, { team: teamMessage(row) });
    return row;
  });
  return viewTeam(team);
};

/** Deletes a team, but neither the caller's own nor (unless the options allow it) the last one. */
export const removeTeam = async (
  parts: OrganizationParts,
  caller: UserCaller,
  { teamId, ...named }: RemoveTeam,
): Promise<RemoveTeamReply> => {
  const organizationId = chosenOrganization(caller, named.organizationId);
  await transact(parts.db, async (em) => {
    const own = await lockMembership(em, { userId: caller.userId, organizationId });
    if (!own || own.teamId === teamId) throw teamErrors.RemovalNotAllowed();
    const { roles, teams } = parts.options;
    if (!grants(roles, own.role, { team: ['delete'] })) throw teamErrors.RemovalsNotAllowed();
    const team = await findTeam(em, { teamId, organizationId });
    if (!team) throw teamErrors.TeamNotFound();
    const isLast = (await countTeams(em, organizationId)) <= 1;
    if (isLast && !teams.allowRemovingAllTeams) throw teamErrors.LastTeam();
    await removeTeamFromInvitations(em, team.id);
    await endTeam(em, team);
  });
  return { message: 'Team removed successfully.' };
};

/** Returns the teams of the active organization, or of the named one only if none is active. */
export const listTeamsFor = async (
  parts: OrganizationParts,
  caller: UserCaller,
  named: string | undefined,
): Promise<AuthTeam[]> => {
  const organizationId = chosenOrganization(caller, caller.activeOrganizationId ?? named);
  const isMember =
    id.safeParse(organizationId).success &&
    (await findMember(parts, { userId: caller.userId, organizationId }));
  if (!isMember) throw teamErrors.NotAMember();
  return (await listTeams(parts, organizationId)).map(viewTeam);
};
