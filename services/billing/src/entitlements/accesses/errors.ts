/** Errors of access on other platforms. */
import { defineErrors } from '@tessera/kit/errors';

export const accessErrors = defineErrors({
  GrantNotWaiting: { status: 409, message: 'This grant is not waiting for another platform.' },
});
