import { defineErrors } from '@tessera/kit/errors';

/** Why an account is not changed or deleted (contracts/auth.md, section 8). */
export const userErrors = defineErrors({
  EmailNotUpdatable: { status: 400, message: 'Email can not be updated' },
  EmailChangeDisabled: { status: 400, message: 'Change email is disabled' },
  EmailSame: { status: 400, message: 'Email is the same' },
  EmailTaken: { status: 400, message: "Couldn't update your email" },
  DeletionDisabled: { status: 404, message: null },
  SessionTooOld: { status: 400, message: 'Session expired. Re-authenticate to perform this action.' },
  NobodyThere: { status: 404, message: 'Failed to get user info' },
  InvalidToken: { status: 404, message: 'invalid token' },
});
