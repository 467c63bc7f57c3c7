/**
 * Every endpoint of the contract, with every answer it has to give: sections 5 and 8 to 13.2 of contracts/auth.md. The
 * suite fails when one of them was not seen, and when one was seen that is not listed here.
 */
import { organizations } from './contract-organizations.ts';
import { invalidBody, invalidQuery } from './expect.ts';

const none = '401 (empty)';
const body = `400 ${invalidBody}`;
const query = `400 ${invalidQuery}`;
const banned =
  '403 You have been banned from this application. Please contact support if you believe this is an error.';
const password = ['400 Password too short', '400 Password too long'];
const username = [
  '422 username is too short',
  '422 username is too long',
  '422 username is invalid',
  '422 username is already taken. please try another.',
];
const tokens = [
  '200',
  none,
  body,
  '400 Provider credential is not supported.',
  '400 Account not found',
  '400 Provider google not found.',
  '400 Provider kick does not support token refreshing.',
];
const callback = [
  '302',
  ...[
    'access_denied',
    'state_not_found',
    'please_restart_the_process',
    'no_code',
    'oauth_provider_not_found',
    'invalid_code',
    'unable_to_get_user_info',
    'email_not_found',
    'account_not_linked',
    'signup_disabled',
    'banned',
    'account_already_linked_to_different_user',
    'unable_to_link_account',
  ].map((error) => `302 error=${error}`),
];
/** Refused below /admin: by whom they are called, by their body, or by what the caller may not. */
const admin = (refusal: string) => ['200', none, body, `403 You are not allowed to ${refusal}`];

export const contract: Record<string, string[]> = {
  ...organizations,
  'POST /sign-up/email': [
    '200',
    body,
    '400 Email and password sign up is not enabled',
    '400 Invalid email',
    ...password,
    '422 User already exists',
    // Of a field that the options add to users.
    '400 company is required',
    ...username,
  ],
  'POST /sign-in/email': [
    '200',
    body,
    '400 Email and password is not enabled',
    '400 Invalid email',
    '401 Invalid email or password',
    '403 Email not verified',
    banned,
  ],
  'POST /sign-in/username': [
    '200',
    body,
    '401 invalid username or password',
    ...username.slice(0, 3),
    '403 email not verified',
    "400 Verification email isn't enabled",
    banned,
  ],
  'POST /sign-in/social': [
    '200',
    body,
    '404 Provider not found',
    '404 id_token not supported',
    '401 invalid token',
    '401 User email not found',
    '401 account not linked',
    '401 signup disabled',
    banned,
  ],
  'GET /callback/:id': callback,
  'POST /callback/:id': ['302', '302 error=invalid_callback_request', '302 error=please_restart_the_process'],
  'GET /get-session': ['200', '200 null'],
  'POST /sign-out': ['200', '400 Failed to get session'],
  'GET /list-sessions': ['200', none],
  'POST /revoke-session': ['200', none, body, '400 Session not found'],
  'POST /revoke-sessions': ['200', none],
  'POST /revoke-other-sessions': ['200', none],
  'POST /update-user': ['200', none, body, '400 Email can not be updated', ...username],
  'POST /change-password': [
    '200',
    none,
    body,
    ...password,
    '400 Credential account not found',
    '400 Invalid password',
    // Of a path that the options disable.
    '404 Not Found',
  ],
  'POST /forget-password': ['200', body, "400 Reset password isn't enabled"],
  'GET /reset-password/:token': ['302', '302 error=INVALID_TOKEN', query, '403 Invalid callbackURL'],
  'POST /reset-password': ['200', body, '400 invalid token', ...password],
  'POST /send-verification-email': [
    '200',
    body,
    "400 Verification email isn't enabled",
    '400 User not found',
  ],
  'GET /verify-email': [
    '200',
    '302',
    query,
    '403 Invalid callbackURL',
    // Of someone whom the link would sign in.
    banned,
    ...['token_expired', 'invalid_token', 'user_not_found', 'unauthorized'].flatMap((error) => [
      `302 error=${error}`,
      `401 ${error}`,
    ]),
  ],
  'POST /change-email': [
    '200',
    none,
    body,
    '400 Change email is disabled',
    '400 Email is the same',
    "400 Couldn't update your email",
    "400 Verification email isn't enabled",
  ],
  'POST /delete-user': [
    '200',
    none,
    body,
    '404 (empty)',
    '400 Credential account not found',
    '400 Invalid password',
    '400 Session expired. Re-authenticate to perform this action.',
    '404 invalid token',
  ],
  'GET /delete-user/callback': [
    '200',
    '302',
    query,
    '403 Invalid callbackURL',
    '404 (empty)',
    '404 Failed to get user info',
    '404 invalid token',
  ],
  'GET /list-accounts': ['200', none],
  'POST /link-social': ['200', none, body, '404 Provider not found'],
  'POST /unlink-account': [
    '200',
    none,
    body,
    '403 Session is not fresh',
    "400 You can't unlink your last account",
    '400 Account not found',
  ],
  'POST /get-access-token': [...tokens, '400 Failed to get a valid access token'],
  'POST /refresh-token': [...tokens, '400 Failed to refresh access token'],
  'GET /error': ['200'],
  'GET /ok': ['200', '429 Too many requests. Please try again later.'],
  'POST /admin/set-role': admin('change users role'),
  'POST /admin/create-user': [...admin('create users'), '400 User already exists'],
  'GET /admin/list-users': ['200', none, query, '403 You are not allowed to list users'],
  'POST /admin/list-user-sessions': admin('list users sessions'),
  'POST /admin/ban-user': [...admin('ban users'), '400 You cannot ban yourself'],
  'POST /admin/unban-user': admin('ban users'),
  'POST /admin/impersonate-user': [...admin('impersonate users'), '404 User not found'],
  'POST /admin/stop-impersonating': [
    '200',
    none,
    '400 You are not impersonating anyone',
    '500 Failed to find admin session',
  ],
  'POST /admin/revoke-user-session': admin('revoke users sessions'),
  'POST /admin/revoke-user-sessions': admin('revoke users sessions'),
  'POST /admin/remove-user': admin('delete users'),
  'POST /admin/set-user-password': admin('set users password'),
  'POST /admin/has-permission': ['200', none, body],
  'GET /multi-session/list-device-sessions': ['200'],
  'POST /multi-session/set-active': ['200', none, body, '401 Invalid session token'],
  'POST /multi-session/revoke': ['200', none, body, '401 Invalid session token'],
};

/** What any POST is told about where it comes from or would lead (section 6); seen on some, and meant for all. */
export const anyPost = [
  '403 Invalid origin',
  '403 Invalid callbackURL',
  '403 Invalid redirectURL',
  '403 Invalid errorCallbackURL',
  '403 Invalid newUserCallbackURL',
];

/** What the contract lists and nobody can bring about from outside, with the reason. */
export const outOfReach: [answer: string, why: string][] = [
  ['POST /sign-up/email: 422 Failed to create user', 'a missing name is refused as any missing field is'],
  ['POST /sign-in/email: 401 Failed to create session', 'only a failing database would bring it about'],
  ['POST /sign-in/social: 401 Failed to get user info', 'an id token without a subject is an invalid one'],
  ['POST /change-email: 422 User already exists', 'upstream does not come that far either'],
  [
    'GET /organization/get-invitation: 400 Organization not found',
    'an organization takes its invitations along',
  ],
  [
    'GET /organization/get-active-member: 400 Member not found',
    'who is no member has nothing active any more',
  ],
  [
    'POST /organization/accept-invitation: 400 Failed to retrieve invitation',
    'only a failing database would',
  ],
  ['POST /organization/delete: 400 (empty)', 'one that is gone has no members'],
  ['POST /get-access-token: 400 Either userId or session is required', 'calls of the server itself only'],
  ['POST /admin/stop-impersonating: 500 Failed to find user', 'whoever is deleted is nobody else any more'],
  ['GET /callback/:id: 302 error=no_callback_url', 'every flow has one, by default the origin'],
  ['GET /callback/:id: 302 error=unable_to_create_user', 'only a failing database would bring it about'],
  ['GET /callback/:id: 302 error=unable_to_create_session', 'only a failing database would bring it about'],
  ['GET /callback/:id: 302 error=internal_server_error', 'only a failing database would bring it about'],
  ['GET /get-session: 500 Failed to get session', 'only failing stores would; then the cookie cache answers'],
];
