/** Which passwords are possible. Pure but for its errors. */
import type { IdentityOptions } from '../options.ts';
import { passwordErrors } from './errors.ts';

/** Throws what is wrong with a new password's length. */
export const checkPassword = (
  { minPasswordLength, maxPasswordLength }: IdentityOptions['emailAndPassword'],
  password: string,
): void => {
  if (password.length < minPasswordLength) throw passwordErrors.TooShort();
  if (password.length > maxPasswordLength) throw passwordErrors.TooLong();
};
