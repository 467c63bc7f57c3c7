/** A team as replies and events show it. */
import type { AuthTeam } from '@tessera/proto/api/organization/organization';
import type { TeamRow } from './entity.ts';

export const viewTeam = ({ id, name, organizationId, createdAt, updatedAt }: TeamRow): AuthTeam => ({
  id,
  name,
  organizationId,
  createdAt,
  updatedAt,
});

/** What an event carries of a team. */
export const teamMessage = ({ id, name, organizationId }: TeamRow) => ({ id, name, organizationId });
