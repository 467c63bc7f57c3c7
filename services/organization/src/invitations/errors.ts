/** Errors about invitations (contracts/auth.md, section 10). */
import { AppError, defineErrors } from '@tessera/kit/errors';

export const invitationErrors = defineErrors({
  InvitationNotFound: { status: 400, message: 'Invitation not found' },
  /** As `InvitationNotFound`, with an exclamation mark: in get-invitation and reject-invitation. */
  NoInvitation: { status: 400, message: 'Invitation not found!' },
  NotRecipient: { status: 403, message: 'You are not the recipient of the invitation' },
  /** better-auth's message since 1.3, which added this option. */
  NotVerified: {
    status: 403,
    message: 'Email verification required before accepting or rejecting invitation',
  },
  NotVerifiedToSee: { status: 403, message: 'Email verification required for invitation' },
  InviterGone: { status: 400, message: 'Inviter is no longer a member of the organization' },
  /** An addition to the contract: the inviter is still a member, but with fewer rights. */
  InviterMayNot: { status: 400, message: 'Inviter may no longer invite with this role' },
  InvitingNotAllowed: { status: 403, message: 'You are not allowed to invite users to this organization' },
  RoleNotAllowed: { status: 403, message: 'you are not allowed to invite user with this role' },
  AlreadyInvited: { status: 400, message: 'User is already invited to this organization' },
  LimitReached: { status: 403, message: 'Invitation limit reached' },
  CancelNotAllowed: { status: 403, message: 'You are not allowed to cancel this invitation' },
  OrganizationIdRequired: { status: 400, message: 'Organization ID is required' },
  NotAMember: { status: 403, message: 'You are not a member of this organization' },
});

/** An addition to the contract: so many invitations in an hour are a mailing rather than a team. */
export const tooManyInvitations = (retryAfter: number): AppError =>
  new AppError({
    name: 'TooManyInvitations',
    status: 429,
    code: 'TOO_MANY_INVITATIONS',
    message: `Too many invitations in an hour. Please try again in ${Math.ceil(retryAfter / 60)} min.`,
    retryAfter,
  });
