/** Errors of refunds. */
import { defineErrors } from '@tessera/kit/errors';

export const refundErrors = defineErrors({
  RefundedAlready: { status: 403, message: 'The order has already been fully refunded.' },
  /** The only 400 of the contract here: clients read no other name with this status. */
  RefundAmountTooHigh: { status: 400, message: 'The amount is more than what remains of the order.' },
  PaymentAccountDisconnected: {
    status: 409,
    message: 'The payment account that took this payment is no longer connected. Connect it again to refund.',
  },
  ResourceNotFound: { status: 404, message: 'No payment is recorded for this order.' },
});
