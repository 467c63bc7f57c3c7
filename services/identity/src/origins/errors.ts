import { defineErrors } from '@tessera/kit/errors';

/** Refused origins and redirect targets. */
export const originErrors = defineErrors({
  InvalidOrigin: { status: 403, message: 'Invalid origin' },
  InvalidCallbackUrl: { status: 403, message: 'Invalid callbackURL' },
  InvalidRedirectUrl: { status: 403, message: 'Invalid redirectURL' },
  InvalidErrorCallbackUrl: { status: 403, message: 'Invalid errorCallbackURL' },
  InvalidNewUserCallbackUrl: { status: 403, message: 'Invalid newUserCallbackURL' },
});
