/** Rules for passwords. Pure but for its errors. */
import { defineErrors } from '@tessera/kit/errors';
import type { IdentityOptions } from '../options.ts';

/** Errors of setting or changing a password. */
export const passwordErrors = defineErrors({
  TooShort: { status: 400, message: 'Password too short' },
  TooLong: { status: 400, message: 'Password too long' },
  NoCredential: { status: 400, message: 'Credential account not found' },
  Invalid: { status: 400, message: 'Invalid password' },
  ResetDisabled: { status: 400, message: "Reset password isn't enabled" },
  InvalidToken: { status: 400, message: 'invalid token' },
  AlreadySet: { status: 400, message: 'user already has a password' },
});

type Limits = Pick<IdentityOptions['emailAndPassword'], 'minPasswordLength' | 'maxPasswordLength'>;

/** Throws if a new password is too short or too long. */
export const checkPassword = ({ minPasswordLength, maxPasswordLength }: Limits, password: string): void => {
  if (password.length < minPasswordLength) throw passwordErrors.TooShort();
  checkLongest({ maxPasswordLength }, password);
};

/** Checks the maximum only: administrators may set shorter passwords. */
export const checkLongest = (limits: Pick<Limits, 'maxPasswordLength'>, password: string): void => {
  if (isTooLong(limits, password)) throw passwordErrors.TooLong();
};

/**
 * Whether a password is longer than any stored one can be. Check this first: the cost of all other checks grows with
 * the length, which attackers choose.
 */
export const isTooLong = (
  { maxPasswordLength }: Pick<Limits, 'maxPasswordLength'>,
  password: string,
): boolean => password.length > maxPasswordLength;
