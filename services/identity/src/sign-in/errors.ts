import { defineErrors } from '@tessera/kit/errors';

export const signInErrors = defineErrors({
  Disabled: { status: 400, message: 'Email and password is not enabled' },
  InvalidEmail: { status: 400, message: 'Invalid email' },
  InvalidEmailOrPassword: { status: 401, message: 'Invalid email or password' },
  EmailNotVerified: { status: 403, message: 'Email not verified' },
  BannedUser: { status: 403, message: 'You have been banned from this application.', code: 'BANNED_USER' },
});
