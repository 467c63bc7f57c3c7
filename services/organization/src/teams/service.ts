/** Queries and changes of teams. */
import { emit } from '@tessera/kit/events/outbox';
import { id } from '@tessera/proto/api/fields';
import { teamCreated, teamDeleted } from '@tessera/proto/events/organization';
import { type EntityManager, In } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { OrganizationParts } from '../organization.ts';
import { TeamEntity, type TeamRow } from './entity.ts';
import { teamMessage } from './view.ts';

const oldestFirst = { createdAt: 'ASC', id: 'ASC' } as const;

/** Creates a team and emits its event. */
export const insertTeam = async (em: EntityManager, facts: Omit<TeamRow, 'id'>): Promise<TeamRow> => {
  const team = { id: uuidv7(), ...facts };
  await em.insert(TeamEntity, team);
  await emit(em, teamCreated, { team: teamMessage(team) });
  return team;
};

/** Creates an organization's default team, named like the organization; null if the options disable it. */
export const createDefaultTeam = async (
  em: EntityManager,
  { options, now }: OrganizationParts,
  organization: { id: string; name: string },
): Promise<TeamRow | null> =>
  options.teams.enabled && options.teams.defaultTeam.enabled
    ? insertTeam(em, {
        organizationId: organization.id,
        name: organization.name,
        createdAt: now(),
        updatedAt: null,
      })
    : null;

/** Returns the teams of an organization, oldest first. */
export const listTeams = ({ db, maxListed }: OrganizationParts, organizationId: string): Promise<TeamRow[]> =>
  db.manager.find(TeamEntity, { where: { organizationId }, order: oldestFirst, take: maxListed });

/** Returns a team of an organization, or null, also for a malformed id. */
export const findTeam = async (
  em: EntityManager,
  { teamId, organizationId }: { teamId: string; organizationId: string },
): Promise<TeamRow | null> =>
  id.safeParse(teamId).success ? em.findOneBy(TeamEntity, { id: teamId, organizationId }) : null;

/** Returns team names by id, without deleted teams. */
const nameTeams = async ({ db }: OrganizationParts, teamIds: string[]): Promise<Map<string, string>> => {
  const teams = await db.manager.findBy(TeamEntity, { id: In(teamIds) });
  return new Map(teams.map(({ id: teamId, name }) => [teamId, name]));
};

/** Returns the names of the teams of some rows by id; null if teams are disabled. */
export const nameTeamsOf = async (
  parts: OrganizationParts,
  rows: readonly { teamId: string | null }[],
): Promise<Map<string, string> | null> => {
  if (!parts.options.teams.enabled) return null;
  return nameTeams(parts, [...new Set(rows.flatMap(({ teamId }) => teamId ?? []))]);
};

/** Returns the number of an organization's teams. */
export const countTeams = (em: EntityManager, organizationId: string): Promise<number> =>
  em.countBy(TeamEntity, { organizationId });

/** Deletes a team; its members stay in the organization. */
export const endTeam = async (em: EntityManager, team: TeamRow): Promise<void> => {
  await em.delete(TeamEntity, { id: team.id });
  await emit(em, teamDeleted, { team: teamMessage(team) });
};

/** Deletes all teams of an organization that is being deleted. */
export const endTeams = async (em: EntityManager, organizationId: string): Promise<void> => {
  const teams = await em.find(TeamEntity, { where: { organizationId }, order: oldestFirst });
  for (const team of teams) await endTeam(em, team);
};
