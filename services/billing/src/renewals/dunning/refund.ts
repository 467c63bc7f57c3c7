/** Refunds of payments that arrived too late for their order. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { paymentRefunded } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import type { EndedRefund } from '../../payments/processor.ts';
import { endRefund, type PaymentRow } from '../../payments/service.ts';

/** Records the result of a refund on the payment. Idempotent. */
export const takeRefund = async (
  billing: Billing,
  payment: PaymentRow,
  result: EndedRefund,
): Promise<void> => {
  const { id: paymentId, purposeId: orderId, organizationId, amount, currency, refundReason } = payment;
  const { status, processorId } = result;
  const isNew = await transact(billing.db, async (em) => {
    if (!(await endRefund(em, billing.now(), { paymentId, status, processorId }))) return false;
    const refund = { paymentId, organizationId, orderId, amount, currency, reason: refundReason ?? '' };
    if (status === 'succeeded') await emit(em, paymentRefunded, { ...refund, checkoutId: '' });
    return true;
  });
  if (!isNew) return;
  if (status === 'succeeded') billing.log.info({ orderId, paymentId }, 'payment refunded');
  // The money was not returned: an operator must act.
  else billing.log.error({ orderId, paymentId, reason: result.message }, 'refund failed');
};
