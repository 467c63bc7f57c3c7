import { defineErrors } from '@tessera/kit/errors';

export const sessionErrors = defineErrors({
  NotSignedIn: { status: 400, message: 'Failed to get session' },
  NotFresh: { status: 403, message: 'Session is not fresh' },
  Impersonated: { status: 403, message: 'Not allowed while impersonating a user' },
  NotFound: { status: 400, message: 'Session not found' },
  NotCreated: { status: 401, message: 'Failed to create session' },
  Unreadable: { status: 500, message: 'Failed to get session' },
});
