/** What a customer may be told of their payment methods; names as in later versions of the API. */
import { defineErrors } from '@tessera/kit/errors';

export const methodErrors = defineErrors({
  PaymentMethodInUseByActiveSubscription: {
    status: 400,
    message: 'This is the last payment method, and a subscription is paid with it. Add another one first.',
  },
});
