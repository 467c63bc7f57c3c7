import { defineErrors } from '@tessera/kit/errors';

export const sessionErrors = defineErrors({
  NotSignedIn: { status: 400, message: 'Failed to get session' },
  Unreadable: { status: 500, message: 'Failed to get session' },
});
