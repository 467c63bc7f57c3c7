import { defineErrors } from '@tessera/kit/errors';

export const signUpErrors = defineErrors({
  Disabled: { status: 400, message: 'Email and password sign up is not enabled' },
  InvalidEmail: { status: 400, message: 'Invalid email' },
  PasswordTooShort: { status: 400, message: 'Password too short' },
  PasswordTooLong: { status: 400, message: 'Password too long' },
  NameMissing: { status: 400, message: 'Invalid body parameters', code: 'VALIDATION_ERROR' },
  UserExists: { status: 422, message: 'User already exists' },
});
