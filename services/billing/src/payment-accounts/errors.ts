/** What whoever connects a payment account may be told. */
import { defineErrors } from '@tessera/kit/errors';

export const accountErrors = defineErrors({
  PaymentAccountExists: {
    status: 409,
    message: 'The organization has connected an account already. Change its keys, or disconnect it first.',
  },
  PaymentProcessorUnavailable: {
    status: 503,
    message: 'Stripe does not answer at the moment. Nothing was changed; try again.',
  },
});
