/** What whoever pays an order by hand may be told; names as in later versions of the API. */
import { defineErrors } from '@tessera/kit/errors';

export const renewalErrors = defineErrors({
  OrderNotEligibleForRetry: { status: 422, message: 'This order does not wait for a payment.' },
  PaymentAlreadyInProgress: { status: 409, message: 'A payment of this order is under way.' },
});
