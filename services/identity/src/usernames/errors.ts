import { defineErrors } from '@tessera/kit/errors';

/** Why a username, or a sign-in with one, is refused (contracts/auth.md, section 9). */
export const usernameErrors = defineErrors({
  TooShort: { status: 422, message: 'username is too short' },
  TooLong: { status: 422, message: 'username is too long' },
  Invalid: { status: 422, message: 'username is invalid' },
  Taken: { status: 422, message: 'username is already taken. please try another.' },
  InvalidUsernameOrPassword: { status: 401, message: 'invalid username or password' },
  EmailNotVerified: { status: 403, message: 'email not verified' },
});
