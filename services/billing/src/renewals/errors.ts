/** Errors of manual payments of orders; names as in later versions of the API. */
import { defineErrors } from '@tessera/kit/errors';

export const renewalErrors = defineErrors({
  OrderNotEligibleForRetry: { status: 422, message: 'This order is not awaiting a payment.' },
  PaymentAlreadyInProgress: { status: 409, message: 'A payment for this order is already in progress.' },
});
