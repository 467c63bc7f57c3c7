/** Errors of the sandbox's own routes. */
import { defineErrors, refuseField } from '@tessera/kit/errors';

export const sandboxErrors = defineErrors({
  ResourceNotFound: { status: 404, message: 'Not found' },
});

export const expiredCard = () => refuseField(['body', 'card', 'exp_year'], 'The card has expired');
