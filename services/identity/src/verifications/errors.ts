import { defineErrors } from '@tessera/kit/errors';

/** Why an address could not be verified; the message is also what a redirect says in `error`. */
export const verificationErrors = defineErrors({
  token_expired: { status: 401, message: 'token_expired' },
  invalid_token: { status: 401, message: 'invalid_token' },
  unauthorized: { status: 401, message: 'unauthorized' },
  user_not_found: { status: 401, message: 'user_not_found' },
  NotEnabled: { status: 400, message: "Verification email isn't enabled" },
  NobodyKnown: { status: 400, message: 'User not found' },
});
