/** Errors about teams (contracts/auth.md, section 10). */
import { defineErrors } from '@tessera/kit/errors';

export const teamErrors = defineErrors({
  TeamNotFound: { status: 400, message: 'Team not found' },
  CreatorNotAMember: { status: 403, message: 'You are not allowed to invite users to this organization' },
  CreationNotAllowed: { status: 403, message: 'You are not allowed to create teams in this organization' },
  MaximumReached: { status: 400, message: 'You have reached the maximum number of teams' },
  UpdateNotAllowed: { status: 403, message: 'You are not allowed to update this team' },
  /** Also for the caller's own team. */
  RemovalNotAllowed: { status: 403, message: 'You are not allowed to delete this team' },
  RemovalsNotAllowed: { status: 403, message: 'You are not allowed to delete teams in this organization' },
  LastTeam: { status: 400, message: 'Unable to remove last team' },
  /** Also if the caller is no member, or the organization does not exist. */
  NotInOrganization: { status: 400, message: 'User is not a member of the organization' },
  AdditionNotAllowed: { status: 403, message: 'You are not allowed to create a new member' },
  TakingOutNotAllowed: { status: 403, message: 'You are not allowed to remove a team member' },
  NotInTeam: { status: 400, message: 'User is not a member of the team' },
  /** The caller does not belong to the organization. */
  NotAMember: { status: 403, message: null },
});
