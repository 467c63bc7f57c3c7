/** What whoever refunds may be told. */
import { defineErrors } from '@tessera/kit/errors';

export const refundErrors = defineErrors({
  RefundedAlready: { status: 403, message: 'The order has been refunded in full already.' },
  RefundAmountTooHigh: { status: 400, message: 'The amount is more than what is left of the order.' },
  RevokeSubscriptionBenefitsProhibited: {
    status: 400,
    message: 'Benefits of a subscription end with the subscription: cancel or revoke it.',
  },
  PaymentAccountDisconnected: {
    status: 409,
    message:
      'The payment account that took this payment is not connected any more. Connect it again to refund.',
  },
  ResourceNotFound: { status: 404, message: 'No payment is recorded for this order.' },
});
