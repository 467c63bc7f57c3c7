/** Teams of an organization. */
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Service } from '../service.ts';
import { TeamEntity, type TeamRow } from './entity.ts';

const mostListed = 100;

/** Makes the team that an organization starts with, named like it; null where the configuration wants none. */
export const createDefaultTeam = async (
  em: EntityManager,
  { options, now }: Service,
  organization: { id: string; name: string },
): Promise<TeamRow | null> => {
  if (!options.teams.enabled || !options.teams.defaultTeam.enabled) return null;
  const team: TeamRow = {
    id: uuidv7(),
    organizationId: organization.id,
    name: organization.name,
    createdAt: now(),
    updatedAt: null,
  };
  await em.getRepository(TeamEntity).insert(team);
  return team;
};

/** The teams of an organization, oldest first. */
export const listTeams = ({ db }: Service, organizationId: string): Promise<TeamRow[]> =>
  db.getRepository(TeamEntity).find({
    where: { organizationId },
    order: { createdAt: 'ASC', id: 'ASC' },
    take: mostListed,
  });
