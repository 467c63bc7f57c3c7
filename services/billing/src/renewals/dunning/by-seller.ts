/** Payments of open orders that their seller starts before their next scheduled attempt. */
import { transact } from '@tessera/kit/events/outbox';
import type { OrderPaymentRetry } from '@tessera/proto/api/billing/order';
import type { Billing } from '../../billing.ts';
import { waitForPayment } from '../../customer-sessions/wait.ts';
import type { OrderRow } from '../../orders/entity.ts';
import { findUnsettledOf } from '../../payments/entity.ts';
import type { PaymentRow } from '../../payments/service.ts';
import { chargePayment } from '../../payments/settlement.ts';
import { findPayableMethod } from '../../subscriptions/own-method.ts';
import { findRenewal } from '../entity.ts';
import { lockEligible, writeByHand } from './by-hand.ts';
import { renewalErrors } from './errors.ts';

/**
 * Charges an open order with the method that its next scheduled attempt would charge. Throws OrderNotEligibleForRetry,
 * NoChargeablePaymentMethod, and PaymentAlreadyInProgress where the customer is completing a challenge of the bank. Any
 * other payment in progress is waited for instead of a second one. A decline is a result, and uses no attempt of the
 * schedule.
 */
export const retryPayment = async (
  billing: Billing,
  row: Pick<OrderRow, 'id'>,
): Promise<OrderPaymentRetry> => {
  const { payment, isNew } = await begin(billing, row);
  if (isNew) await chargePayment(billing, payment);
  const { status, declineMessage } = await waitForPayment(billing, payment.id);
  return status === 'succeeded' || status === 'failed'
    ? { status, error: declineMessage }
    : { status: 'processing', error: null };
};

const begin = (
  billing: Billing,
  { id }: Pick<OrderRow, 'id'>,
): Promise<{ payment: PaymentRow; isNew: boolean }> =>
  transact(billing.db, async (em) => {
    const order = await lockEligible(em, id);
    const open = await findUnsettledOf(em, id);
    if (open?.status === 'requires_action') throw renewalErrors.PaymentAlreadyInProgress();
    if (open) return { payment: open, isNew: false };
    const method = await findPayableMethod(billing.payments, em, order);
    const renewal = await findRenewal(em, id);
    if (!method || method.methodId === renewal?.declinedMethodId)
      throw renewalErrors.NoChargeablePaymentMethod();
    const { place, methodId, processorCustomerId, card } = method;
    const made = { place, source: { methodId }, keepsMethod: false, processorCustomerId, card };
    return { payment: await writeByHand(billing, em, { order, made }), isNew: true };
  });
