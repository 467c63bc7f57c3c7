/** Refunds of checkouts' payments. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { paymentRefunded } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import { markOrderRefunded } from '../../orders/refund.ts';
import type { EndedRefund } from '../../payments/processor.ts';
import { endRefund, type PaymentRow } from '../../payments/service.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { lockCheckout, writeCheckout } from '../entity.ts';

/** Records the result of a refund on payment, checkout and order. Idempotent. */
export const takeRefund = async (
  billing: Billing,
  payment: PaymentRow,
  result: EndedRefund,
): Promise<void> => {
  const { id: paymentId, purposeId: checkoutId, organizationId, amount, currency } = payment;
  const now = billing.now();
  const { status, processorId } = result;
  const isNew = await transact(billing.db, async (em) => {
    const row = await lockCheckout(em, { id: checkoutId });
    if (!row || !(await endRefund(em, now, { paymentId, status, processorId }))) return false;
    if (status === 'failed') return true;
    await writeCheckout(em, row, { refundedAmount: row.refundedAmount + amount });
    if (row.orderId && row.paymentId === paymentId) await markOrderRefunded(em, now, row.orderId);
    const refund = { paymentId, organizationId, checkoutId, orderId: '', amount, currency };
    await emit(em, paymentRefunded, { ...refund, reason: payment.refundReason ?? '' });
    return true;
  });
  if (!isNew) return;
  broadcastCheckout(billing, checkoutId);
  if (status === 'succeeded') billing.log.info({ checkoutId, paymentId }, 'payment refunded');
  // The money was not returned: an operator must act.
  else billing.log.error({ checkoutId, paymentId, reason: result.message }, 'refund failed');
};
