/**
 * Giving money back. First transaction: the order is locked, the amount is set aside, and the refund is written. Then
 * the processor is asked, outside any transaction, under a key of the refund. What follows is in complete.ts.
 */
import { mayRead, requireManager } from '@tessera/kit/access';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import { insertRowsAtCommit } from '@tessera/kit/rows-at-commit';
import type { Refund, RefundCreate } from '@tessera/proto/api/billing/refund';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import { findOrder, lockOrder } from '../orders/find.ts';
import { mayRefund } from '../orders/rules.ts';
import { placeOf } from '../payments/place.ts';
import { findPaymentOfOrder, type PaymentRow } from '../payments/service.ts';
import { askForRefund } from './complete.ts';
import { RefundEntity, type RefundRow, sumPending } from './entity.ts';
import { refundErrors } from './errors.ts';
import { remainderOf, taxOf } from './rules.ts';
import { viewRefund } from './view.ts';

/** Throws PaymentAccountDisconnected, RefundedAlready, RefundAmountTooHigh, RevokeSubscriptionBenefitsProhibited; 422 for an unknown order. */
export const createRefund = async (billing: Billing, caller: Caller, body: RefundCreate): Promise<Refund> => {
  const order = await findOrder(billing.db.manager, { id: body.orderId });
  if (!order || !(await mayRead(billing, caller, order.organizationId)))
    throw refuseField(['body', 'order_id'], 'Order not found.');
  await requireManager(billing, caller, order.organizationId);
  const { row, payment } = await transact(billing.db, (em) => setAside(billing, em, body));
  return viewRefund(await askForRefund(billing, row, payment));
};

/**
 * A step of a transaction: what goes back is decided under the lock of the order, so that of many at once no two get the
 * same money. `askForRefund` comes after the commit. Throws as `createRefund`.
 */
export const setAside = async (
  { payments, now }: Billing,
  em: EntityManager,
  body: RefundCreate,
): Promise<{ row: RefundRow; payment: PaymentRow }> => {
  const order = await lockOrder(em, body.orderId);
  // Only now: what others have set aside of it is seen under the lock. Both travel together.
  const [pending, payment] = await Promise.all([sumPending(em, order.id), findPaymentOfOrder(em, order.id)]);
  if (body.revokeBenefits && order.subscriptionId) throw refundErrors.RevokeSubscriptionBenefitsProhibited();
  if (order.status === 'refunded') throw refundErrors.RefundedAlready();
  const remainder = remainderOf(order, pending);
  if (!mayRefund(order.status) || body.amount > remainder.amount) throw refundErrors.RefundAmountTooHigh();
  if (!payment) throw refundErrors.ResourceNotFound();
  if ((await payments.stateOf(em, placeOf(payment))) === 'gone')
    throw refundErrors.PaymentAccountDisconnected();
  const row: RefundRow = {
    id: uuidv7(),
    createdAt: now(),
    modifiedAt: null,
    organizationId: order.organizationId,
    orderId: order.id,
    customerId: order.customerId,
    subscriptionId: order.subscriptionId,
    paymentId: payment.id,
    status: 'pending',
    reason: body.reason,
    comment: body.comment ?? null,
    amount: body.amount,
    taxAmount: taxOf(body.amount, order, remainder),
    currency: order.currency,
    revokeBenefits: body.revokeBenefits,
    metadata: body.metadata ?? {},
    processorId: null,
    isAnnounced: false,
  };
  await insertRowsAtCommit(em, RefundEntity, [row]);
  return { row, payment };
};
