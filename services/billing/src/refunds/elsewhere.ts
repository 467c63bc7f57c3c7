/** Refunds that sellers made at the processor itself, and disputes. Idempotent. */
import { insertRows } from '@tessera/kit/database/rows';
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import { remainderOf } from '@tessera/proto/api/billing/refund';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import { emitAll } from '../events.ts';
import { lockOrder } from '../orders/find.ts';
import type { RefundElsewhere } from '../payments/processor.ts';
import { findPayment, type PaymentRow } from '../payments/service.ts';
import { isFrom } from '../payments/settlement.ts';
import { completeRefund } from './complete.ts';
import { RefundEntity, type RefundRow, sumPending } from './entity.ts';
import { splitOf } from './rules.ts';
import { refundEvent } from './view.ts';

/** Records it as one of ours. Returns whether it belongs to an order of ours. */
export const takeRefundElsewhere = async (billing: Billing, event: RefundElsewhere): Promise<boolean> => {
  const payment = await findPayment(billing.db.manager, event.paymentId);
  if (!payment || !isFrom(payment, event.place)) return false;
  const { orderId } = payment;
  // Payments that are refunded as a whole have no order.
  if (orderId === null || payment.refundStatus !== null) return false;
  const row = await transact(billing.db, (em) => findOrWrite(billing, em, { event, payment, orderId }));
  if (!row) return false;
  const { status, processorId } = event;
  if (status !== 'pending') await completeRefund(billing, row, { status, processorId });
  return true;
};

type Found = { event: RefundElsewhere; payment: PaymentRow; orderId: string };

/**
 * Locks the order, so that concurrent events about a refund write it once. Null: nothing of the order is left, or the
 * refund failed.
 */
const findOrWrite = async (
  { now, log }: Billing,
  em: EntityManager,
  { event: { processorId, status, reason, amount: total, isDispute, metadata }, payment, orderId }: Found,
): Promise<RefundRow | null> => {
  const order = await lockOrder(em, orderId);
  const known = await em.findOneBy(RefundEntity, { orderId, processorId });
  if (known || status === 'failed') return known;
  const pending = await sumPending(em, orderId);
  const remainder = remainderOf(order, pending);
  // A pending refund of ours may be the same money: wait until that is settled.
  if (pending.amount + pending.taxAmount > 0 && total > remainder.amount + remainder.taxAmount)
    throw kitErrors.ServiceUnavailable();
  const { amount, taxAmount } = splitOf(total, remainder);
  if (amount + taxAmount <= 0) {
    log.error({ orderId, paymentId: payment.id }, 'more of an order went back than was paid');
    return null;
  }
  const row: RefundRow = {
    id: uuidv7(),
    createdAt: now(),
    modifiedAt: null,
    organizationId: order.organizationId,
    orderId,
    customerId: order.customerId,
    subscriptionId: order.subscriptionId,
    paymentId: payment.id,
    status: 'pending',
    reason,
    comment: null,
    amount,
    taxAmount,
    currency: order.currency,
    // Whoever has all the money back from their bank has not bought anything. A subscription is the seller's decision.
    revokeBenefits: isDispute && order.subscriptionId === null && amount === order.netAmount,
    metadata,
    processorId,
    isAnnounced: status === 'pending',
  };
  await insertRows(em, RefundEntity, [row]);
  if (status === 'pending') await emitAll(em, [refundEvent({ ...row, isAnnounced: false })]);
  return row;
};
