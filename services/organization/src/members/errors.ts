/** Errors about members (contracts/auth.md, section 10). */
import { defineErrors } from '@tessera/kit/errors';

export const memberErrors = defineErrors({
  NoActiveOrganization: { status: 400, message: 'No active organization' },
  MemberNotFound: { status: 400, message: 'Member not found' },
  /** No role was named. */
  NoRole: { status: 400, message: null },
  OnlyOwner: { status: 400, message: 'You cannot leave the organization as the only owner' },
  RemovalNotAllowed: { status: 401, message: 'You are not allowed to delete this member' },
  UpdateNotAllowed: { status: 403, message: 'You are not allowed to update this member' },
  NotAMember: { status: 401, message: 'User is not a member of the organization' },
  /** As `NotAMember`, for resources that only members may see. */
  NotAColleague: { status: 403, message: 'You are not a member of this organization' },
  LimitReached: { status: 403, message: 'Organization membership limit reached' },
  AlreadyAMember: { status: 400, message: 'User is already a member of this organization' },
  UserNotFound: { status: 400, message: 'User not found' },
  TeamsNotEnabled: { status: 400, message: 'Teams are not enabled' },
});
