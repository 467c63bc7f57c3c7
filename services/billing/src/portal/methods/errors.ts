/** Errors of payment methods; names as in later versions of the API. */
import { defineErrors } from '@tessera/kit/errors';

export const methodErrors = defineErrors({
  PaymentMethodInUseByActiveSubscription: {
    status: 400,
    message:
      'Cannot delete payment method: a subscription is paid with it, and there are no alternative payment methods. Add another one first.',
  },
});
