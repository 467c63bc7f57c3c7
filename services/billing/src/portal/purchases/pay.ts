/** Manual payment of an order by its customer. */
import { refuseField } from '@tessera/kit/errors';
import type {
  CustomerOrderConfirmPayment,
  CustomerOrderPaymentConfirmation,
  CustomerOrderPaymentStatus,
} from '@tessera/proto/api/billing/customer-purchase';
import { id as uuid } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { waitForPayment } from '../../customer-sessions/wait.ts';
import type { OrderRow } from '../../orders/entity.ts';
import { wasPaid } from '../../orders/rules.ts';
import { findLastPaymentOf } from '../../payments/last-payment.ts';
import { findMethod } from '../../payments/methods/entity.ts';
import type { PaymentRow } from '../../payments/service.ts';
import { chargePayment } from '../../payments/settlement.ts';
import { beginByHand, type HandSource } from '../../renewals/dunning/by-hand.ts';

/** A decline is a result, with a message for people. Throws OrderNotEligibleForRetry, PaymentAlreadyInProgress. */
export const payOwnOrder = async (
  billing: Billing,
  row: OrderRow,
  body: CustomerOrderConfirmPayment,
): Promise<CustomerOrderPaymentConfirmation> => {
  const source = await sourceOf(billing, row, body);
  const begun = await beginByHand(billing, row, source);
  await chargePayment(billing, begun);
  const payment = await waitForPayment(billing, begun.id);
  return {
    status: payment.status === 'pending' ? 'processing' : payment.status,
    clientSecret: secretOf(payment),
    error: payment.declineMessage,
  };
};

const secretOf = (payment: Pick<PaymentRow, 'status' | 'intentClientSecret'> | null): string | null =>
  payment?.status === 'requires_action' ? payment.intentClientSecret : null;

const refundedText = 'The subscription ended before the payment arrived. It is refunded.';

/** Returns the state of an order's last payment. */
export const getPaymentStatus = async (
  { db }: Billing,
  { id, status }: OrderRow,
): Promise<CustomerOrderPaymentStatus> => {
  if (wasPaid(status)) return { status: 'succeeded', clientSecret: null, error: null, isRefunded: false };
  const payment = await findLastPaymentOf(db.manager, id);
  // It succeeded after the subscription had ended: the order stays unpaid, and the money goes back.
  if (payment?.status === 'succeeded' && payment.refundStatus !== null)
    return { status: 'failed', clientSecret: null, error: refundedText, isRefunded: true };
  return {
    status: payment?.status ?? 'no_payment',
    // Lets a reloaded page complete the challenge; until then no other payment of the order is possible.
    clientSecret: secretOf(payment),
    error: payment?.declineMessage ?? null,
    isRefunded: false,
  };
};

const sourceOf = async (
  { db }: Billing,
  { customerId }: OrderRow,
  { confirmationTokenId, paymentMethodId }: CustomerOrderConfirmPayment,
): Promise<HandSource> => {
  if (confirmationTokenId != null) return { token: confirmationTokenId };
  const { success, data: id } = uuid.safeParse(paymentMethodId);
  const method = success ? await findMethod(db.manager, { id }) : null;
  if (method?.customerId !== customerId)
    throw refuseField(['body', 'payment_method_id'], 'There is no such payment method.');
  return { method };
};
