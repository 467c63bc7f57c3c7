/** A team as replies and events show it. */
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

/** Someone's place in a team: what stands there of them is their membership's. */
export const viewTeamMember = (
  { id, userId, createdAt }: Omit<AuthTeamMember, 'teamId'>,
  teamId: string,
): AuthTeamMember => ({ id, teamId, userId, createdAt });

/** What an event carries of a team. */
export const teamMessage = ({ id, name, organizationId }: TeamRow) => ({ id, name, organizationId });
