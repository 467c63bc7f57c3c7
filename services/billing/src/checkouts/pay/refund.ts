/** Paying back what a checkout took: written down with the decision, asked of the processor afterwards. */
import { emit, transact } from '@tessera/kit/outbox';
import { paymentRefunded } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import { markOrderRefunded } from '../../orders/refund.ts';
import type { RefundResult } from '../../payments/processor.ts';
import { endRefund, findOwedRefunds, type PaymentRow, refundRequestOf } from '../../payments/service.ts';
import { findCheckout, writeCheckout } from '../entity.ts';
import { noteCheckout } from '../note.ts';

/** Pays back what is owed for a checkout. Safe to repeat: each refund has a key of its own. */
export const payBack = async (billing: Billing, checkoutId: string): Promise<void> => {
  for (const payment of await findOwedRefunds(billing.db.manager, checkoutId)) {
    const result = await billing.payments.refund(refundRequestOf(payment));
    await takeRefund(billing, payment, result);
  }
};

const takeRefund = async (billing: Billing, payment: PaymentRow, result: RefundResult): Promise<void> => {
  const { id: paymentId, checkoutId, organizationId, amount, currency } = payment;
  const now = billing.now();
  const { status, processorId } = result;
  const isNew = await transact(billing.db, async (em) => {
    const row = await findCheckout(em, { id: checkoutId });
    if (!row || !(await endRefund(em, now, { paymentId, status, processorId }))) return false;
    if (status === 'failed') return true;
    await writeCheckout(em, row, { refundedAmount: row.refundedAmount + amount });
    if (row.orderId && row.paymentId === paymentId) await markOrderRefunded(em, now, row.orderId);
    const refund = { paymentId, organizationId, checkoutId, amount, currency };
    await emit(em, paymentRefunded, { ...refund, reason: payment.refundReason ?? '' });
    return true;
  });
  if (!isNew) return;
  noteCheckout(billing, checkoutId);
  if (status === 'succeeded') billing.log.info({ checkoutId, paymentId }, 'payment refunded');
  // The money lies with us: a person must see to it.
  else billing.log.error({ checkoutId, paymentId, reason: result.message }, 'refund failed');
};
