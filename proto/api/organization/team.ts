/** Teams in `/api/auth`, where the configuration has them (contracts/auth.md, section 10). */
import { z } from 'zod';
import { text } from '../fields.ts';
import { AuthTeam } from './organization.ts';

const reference = text.max(255);
const name = text.min(1).max(255);

/** Body of create-team. Without an id: the active organization. */
export const CreateTeam = z.object({ name, organizationId: reference.optional() });
export type CreateTeam = z.output<typeof CreateTeam>;

/** Body of update-team: only the name changes, and times may not be named. Without an id: the active organization. */
export const UpdateTeam = z.object({
  teamId: reference,
  data: z.object({
    name: name.optional(),
    id: reference.optional(),
    organizationId: reference.optional(),
    createdAt: z.never().optional(),
    updatedAt: z.never().optional(),
  }),
});
export type UpdateTeam = z.output<typeof UpdateTeam>;

/** Body of remove-team. Without an id: the active organization. */
export const RemoveTeam = z.object({ teamId: reference, organizationId: reference.optional() });
export type RemoveTeam = z.output<typeof RemoveTeam>;

/** Reply of remove-team. */
export const RemoveTeamReply = z.object({ message: z.string() });
export type RemoveTeamReply = z.infer<typeof RemoveTeamReply>;

/** Query of list-teams; the id counts only when no organization is active. */
export const TeamListQuery = z.object({ organizationId: reference.optional() });
export type TeamListQuery = z.output<typeof TeamListQuery>;

/** Reply of list-teams, oldest first. */
export const AuthTeamList = z.array(AuthTeam);
export type AuthTeamList = z.infer<typeof AuthTeamList>;
