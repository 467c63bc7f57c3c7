/** A team in replies and events. */
import type { AuthTeam } from '@tessera/proto/api/organization/organization';
import type { AuthTeamMember } from '@tessera/proto/api/organization/team';
import type { TeamRow } from './entity.ts';

export const viewTeam = ({ id, name, organizationId, createdAt, updatedAt }: TeamRow): AuthTeam => ({
  id,
  name,
  organizationId,
  createdAt,
  updatedAt,
});

/** A team's member; id and creation time are the membership's. */
export const viewTeamMember = (
  { id, userId, createdAt }: Omit<AuthTeamMember, 'teamId'>,
  teamId: string,
): AuthTeamMember => ({ id, teamId, userId, createdAt });

/** The team message of events. */
export const teamMessage = ({ id, name, organizationId }: TeamRow) => ({ id, name, organizationId });
