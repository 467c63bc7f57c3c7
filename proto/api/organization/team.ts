/** Teams in `/api/auth`, if enabled in the configuration (contracts/auth.md, section 10). */
import { z } from 'zod';
import { reference, visibleText } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { AuthTeam } from './organization.ts';

const name = visibleText.min(1).max(255);

/** Body of create-team. Default: the active organization. */
export const CreateTeam = z.object({ name, organizationId: reference.optional() });
export type CreateTeam = z.output<typeof CreateTeam>;

/** Body of update-team: only the name changes; timestamps are rejected. Default: the active organization. */
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

/** Body of remove-team. Default: the active organization. */
export const RemoveTeam = z.object({ teamId: reference, organizationId: reference.optional() });
export type RemoveTeam = z.output<typeof RemoveTeam>;

/** Reply of remove-team. */
export const RemoveTeamReply = z.object({ message: z.string() });
export type RemoveTeamReply = z.infer<typeof RemoveTeamReply>;

/** Query of list-teams; the id is used only if no organization is active. */
export const TeamListQuery = z.object({ organizationId: reference.optional() });
export type TeamListQuery = z.output<typeof TeamListQuery>;

/** Reply of list-teams, oldest first. */
export const AuthTeamList = z.array(AuthTeam);
export type AuthTeamList = z.infer<typeof AuthTeamList>;

/** Body of add-team-member and of remove-team-member. Default: the active organization. */
export const TeamMemberChange = z.object({
  teamId: reference,
  userId: reference,
  organizationId: reference.optional(),
});
export type TeamMemberChange = z.output<typeof TeamMemberChange>;

/** Reply of add-team-member. Id and time are those of the membership of the organization. */
export const AuthTeamMember = z.object({
  id: z.string(),
  teamId: z.string(),
  userId: z.string(),
  createdAt: timestamp,
});
export type AuthTeamMember = z.infer<typeof AuthTeamMember>;

/** Reply of remove-team-member. */
export const RemoveTeamMemberReply = z.object({ message: z.string() });
export type RemoveTeamMemberReply = z.infer<typeof RemoveTeamMemberReply>;

/** Query of list-team-members. Default: the active organization. */
export const TeamMemberListQuery = z.object({ teamId: reference, organizationId: reference.optional() });
export type TeamMemberListQuery = z.output<typeof TeamMemberListQuery>;

/** Reply of list-team-members, ordered by time of joining the organization. */
export const AuthTeamMemberList = z.array(AuthTeamMember);
export type AuthTeamMemberList = z.infer<typeof AuthTeamMemberList>;
