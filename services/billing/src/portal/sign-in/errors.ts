/** Errors of signing in. */
import { defineErrors } from '@tessera/kit/errors';

export const signInErrors = defineErrors({
  CustomerSessionCodeInvalidOrExpired: { status: 401, message: 'This code is invalid or has expired.' },
  TooManyTries: { status: 429, message: 'Too many wrong codes. Try again in half an hour.' },
});
