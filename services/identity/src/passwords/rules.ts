/** Which passwords are possible. Pure but for its errors. */
import { defineErrors } from '@tessera/kit/errors';
import type { IdentityOptions } from '../options.ts';

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

type Limits = Pick<IdentityOptions['emailAndPassword'], 'minPasswordLength' | 'maxPasswordLength'>;

/** Throws what is wrong with a new password's length. */
export const checkPassword = ({ minPasswordLength, maxPasswordLength }: Limits, password: string): void => {
  if (password.length < minPasswordLength) throw passwordErrors.TooShort();
  checkLongest({ maxPasswordLength }, password);
};

/** The same of the upper bound alone: administrators may set passwords as short as they like. */
export const checkLongest = (limits: Pick<Limits, 'maxPasswordLength'>, password: string): void => {
  if (isTooLong(limits, password)) throw passwordErrors.TooLong();
};

/**
 * Whether nobody can have such a password. Asked before it is looked at in any other way: what a password costs grows
 * with its length, and its length is for strangers to choose.
 */
export const isTooLong = (
  { maxPasswordLength }: Pick<Limits, 'maxPasswordLength'>,
  password: string,
): boolean => password.length > maxPasswordLength;
