/** Errors of refunds. */
import { defineErrors } from '@tessera/kit/errors';

export const refundErrors = defineErrors({
  RefundedAlready: { status: 403, message: 'The order has already been fully refunded.' },
  RefundAmountTooHigh: { status: 400, message: 'The amount is more than what remains of the order.' },
  RevokeSubscriptionBenefitsProhibited: {
    status: 400,
    message: 'The benefits of a subscription end with it. Cancel or revoke the subscription instead.',
  },
  PaymentAccountDisconnected: {
    status: 409,
    message: 'The payment account that took this payment is no longer connected. Connect it again to refund.',
  },
  ResourceNotFound: { status: 404, message: 'No payment is recorded for this order.' },
});
