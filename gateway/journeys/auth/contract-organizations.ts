/** The part of the contract's table that is about organizations (contracts/auth.md, section 10). */
import { invalidBody, invalidQuery } from './expect.ts';

const none = '401 (empty)';
const body = `400 ${invalidBody}`;
const query = `400 ${invalidQuery}`;
const onlyOwner = '400 You cannot leave the organization as the only owner';
/** Of a route that is not there where teams are off. */
const team = ['200', none, '404 (empty)', '400 No active organization'];

/** Where upstream says "200 null", a declared error is said as one (section 1.5; design, decision 1). */
export const organizations: Record<string, string[]> = {
  'POST /organization/create': [
    '200',
    none,
    body,
    '403 You are not allowed to create a new organization',
    '403 You have reached the maximum number of organizations',
    '400 Organization already exists',
  ],
  'POST /organization/check-slug': ['200', none, body, '400 slug is taken'],
  'POST /organization/update': [
    '200',
    '401 User not found',
    body,
    '400 Organization not found',
    '400 User is not a member of the organization',
    '403 You are not allowed to update this organization',
    '400 slug is taken',
  ],
  'POST /organization/delete': [
    '200',
    none,
    body,
    '400 Organization not found',
    '400 User is not a member of the organization',
    '403 You are not allowed to delete this organization',
    '403 (empty)',
  ],
  'POST /organization/set-active': [
    '200',
    '200 null',
    none,
    body,
    '403 User is not a member of the organization',
  ],
  'GET /organization/get-full-organization': [
    '200',
    '200 null',
    none,
    '403 User is not a member of the organization',
  ],
  'GET /organization/list': ['200', none],
  'POST /organization/invite-member': [
    '200',
    none,
    body,
    '400 Organization not found',
    '400 Member not found',
    '403 You are not allowed to invite users to this organization',
    '403 you are not allowed to invite user with this role',
    '400 User is already a member of this organization',
    '400 User is already invited to this organization',
    '403 Invitation limit reached',
  ],
  'GET /organization/get-invitation': [
    '200',
    query,
    '401 Not authenticated',
    '400 Invitation not found!',
    '403 You are not the recipient of the invitation',
    '400 Inviter is no longer a member of the organization',
  ],
  'GET /organization/list-invitations': [
    '200',
    none,
    '400 Organization ID is required',
    '403 You are not a member of this organization',
  ],
  'POST /organization/accept-invitation': [
    '200',
    none,
    body,
    '400 Invitation not found',
    '403 You are not the recipient of the invitation',
    '403 Organization membership limit reached',
  ],
  'POST /organization/reject-invitation': [
    '200',
    none,
    body,
    '400 Invitation not found!',
    '403 You are not the recipient of the invitation',
  ],
  'POST /organization/cancel-invitation': [
    '200',
    none,
    body,
    '400 Invitation not found',
    '400 Member not found',
    '403 You are not allowed to cancel this invitation',
  ],
  'GET /organization/get-active-member': ['200', none, '400 No active organization'],
  'POST /organization/remove-member': [
    '200',
    none,
    body,
    '400 No active organization',
    '400 Member not found',
    onlyOwner,
    '401 You are not allowed to delete this member',
  ],
  'POST /organization/update-member-role': [
    '200',
    none,
    body,
    '400 (empty)',
    '400 No active organization',
    '400 Member not found',
    onlyOwner,
    '403 You are not allowed to update this member',
  ],
  'POST /organization/leave': ['200', none, body, '400 Member not found', onlyOwner],
  'POST /organization/has-permission': [
    '200',
    none,
    body,
    '400 No active organization',
    '401 User is not a member of the organization',
  ],
  'POST /organization/create-team': [
    ...team,
    body,
    '403 You are not allowed to invite users to this organization',
    '403 You are not allowed to create teams in this organization',
    '400 You have reached the maximum number of teams',
  ],
  'POST /organization/update-team': [
    ...team,
    body,
    '403 You are not allowed to update this team',
    '400 Team not found',
  ],
  'POST /organization/remove-team': [
    ...team,
    body,
    '403 You are not allowed to delete this team',
    '403 You are not allowed to delete teams in this organization',
    '400 Team not found',
    '400 Unable to remove last team',
  ],
  'GET /organization/list-teams': [...team, '403 (empty)'],
};
