/** Errors of connecting payment accounts. */
import { defineErrors } from '@tessera/kit/errors';

export const accountErrors = defineErrors({
  PaymentAccountExists: {
    status: 409,
    message: 'The organization already has a connected account. Change its keys or disconnect it first.',
  },
  PaymentProcessorUnavailable: {
    status: 503,
    message: 'Stripe is not responding. Nothing was changed. Try again.',
  },
});
