import { defineErrors } from '@tessera/kit/errors';

export const deviceErrors = defineErrors({
  InvalidToken: { status: 401, message: 'Invalid session token' },
});
