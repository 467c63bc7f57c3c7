import { defineErrors } from '@tessera/kit/errors';

export const sessionErrors = defineErrors({
  NotSignedIn: { status: 400, message: 'Failed to get session' },
  NotFresh: { status: 403, message: 'Session is not fresh' },
  Unreadable: { status: 500, message: 'Failed to get session' },
});
