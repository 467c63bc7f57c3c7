/** Requests about members in `/api/auth` (contracts/auth.md, section 10). */
import { z } from 'zod';
import { reference, text } from '../fields.ts';
import { AuthMemberWithUser } from './organization.ts';

/** Roles as a comma-separated text, or a list. */
export const RoleList = z.union([text.max(1_000), z.array(text.max(255)).max(50)]);
export type RoleList = z.output<typeof RoleList>;

/**
 * Body of remove-member: values with an at-sign are e-mail addresses; an empty one is nobody's. Default: the active
 * organization.
 */
export const RemoveMember = z.object({
  memberIdOrEmail: text.max(320),
  organizationId: reference.optional(),
});
export type RemoveMember = z.output<typeof RemoveMember>;

/** Reply of remove-member. */
export const RemoveMemberReply = z.object({ member: AuthMemberWithUser });
export type RemoveMemberReply = z.infer<typeof RemoveMemberReply>;

/** Body of update-member-role. Default: the active organization. */
export const UpdateMemberRole = z.object({
  role: RoleList,
  memberId: reference,
  organizationId: reference.optional(),
});
export type UpdateMemberRole = z.output<typeof UpdateMemberRole>;
