import { defineErrors } from '@tessera/kit/errors';

/** Why a password is not taken, or not changed. */
export const passwordErrors = defineErrors({
  TooShort: { status: 400, message: 'Password too short' },
  TooLong: { status: 400, message: 'Password too long' },
  NoCredential: { status: 400, message: 'Credential account not found' },
  Invalid: { status: 400, message: 'Invalid password' },
  ResetDisabled: { status: 400, message: "Reset password isn't enabled" },
  InvalidToken: { status: 400, message: 'invalid token' },
  AlreadySet: { status: 400, message: 'user already has a password' },
});
