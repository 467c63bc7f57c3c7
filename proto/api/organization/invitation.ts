/** Invitations in `/api/auth` (contracts/auth.md, section 10). */
import { z } from 'zod';
import { emailAddress, reference, text } from '../fields.ts';
import { RoleList } from './member.ts';
import { AuthInvitation, AuthMember } from './organization.ts';

const isNamed = (role: RoleList): boolean =>
  (Array.isArray(role) ? role : role.split(',')).some((name) => name.trim() !== '');

/**
 * Body of invite-member: at least one role. Default: the active organization. `resend` allows another invitation of
 * an address that has an open one.
 */
export const InviteMember = z.object({
  email: emailAddress,
  role: RoleList.refine(isNamed, 'Name a role'),
  organizationId: reference.optional(),
  resend: z.boolean().optional(),
  teamId: reference.optional(),
});
export type InviteMember = z.output<typeof InviteMember>;

/** A secret that is only in the link of the mail: proves access to the invited address. */
const proof = text.max(255).optional();

/** Body of cancel-invitation. */
export const InvitationReference = z.object({ invitationId: reference });
export type InvitationReference = z.output<typeof InvitationReference>;

/** Body of accept- and reject-invitation. `proof` (addition to the contract) replaces a verified address. */
export const InvitationAnswer = z.object({ invitationId: reference, proof });
export type InvitationAnswer = z.output<typeof InvitationAnswer>;

/** Query of get-invitation and invitation-state; `proof` as above. */
export const InvitationQuery = z.object({ id: reference, proof });
export type InvitationQuery = z.output<typeof InvitationQuery>;

/** Reply of get-invitation: details for the recipient. */
export const AuthInvitationDetails = AuthInvitation.extend({
  organizationName: z.string(),
  organizationSlug: z.string(),
  inviterEmail: z.string(),
});
export type AuthInvitationDetails = z.infer<typeof AuthInvitationDetails>;

/** Query of list-invitations; default: the active organization. */
export const InvitationListQuery = z.object({ organizationId: reference.optional() });
export type InvitationListQuery = z.output<typeof InvitationListQuery>;

/** Reply of list-invitations: all states, oldest first. */
export const AuthInvitationList = z.array(AuthInvitation);
export type AuthInvitationList = z.infer<typeof AuthInvitationList>;

/** Reply of accept-invitation. */
export const InvitationAcceptedReply = z.object({ invitation: AuthInvitation, member: AuthMember });
export type InvitationAcceptedReply = z.infer<typeof InvitationAcceptedReply>;

/** Reply of reject-invitation. */
export const InvitationRejectedReply = z.object({ invitation: AuthInvitation, member: z.null() });
export type InvitationRejectedReply = z.infer<typeof InvitationRejectedReply>;
