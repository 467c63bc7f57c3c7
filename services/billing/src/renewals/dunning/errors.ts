/** Errors of payments of orders outside of their schedule; the first two are named as in later versions of the API. */
import { defineErrors } from '@tessera/kit/errors';

export const renewalErrors = defineErrors({
  OrderNotEligibleForRetry: { status: 422, message: 'This order is not awaiting a payment.' },
  PaymentAlreadyInProgress: { status: 409, message: 'A payment for this order is already in progress.' },
  NoChargeablePaymentMethod: {
    status: 422,
    message: 'The customer has no saved payment method that can be charged.',
  },
});
