/**
 * What payments of renewals and of changes of product lead to. Each step is safe to repeat. Whoever decides about a renewal
 * holds its subscription: one decision follows the other.
 */
import { transact } from '@tessera/kit/outbox';
import type { Billing } from '../billing.ts';
import { findOrder, findOrderParts } from '../orders/find.ts';
import { payOrder } from '../orders/pay.ts';
import type { Paid, PurposeHandler } from '../payments/handlers.ts';
import { saveMethod } from '../payments/methods/save.ts';
import {
  endRefund,
  failedChanges,
  lockPayment,
  madeWithChanges,
  movePayment,
  type PaymentRow,
  type PaymentStatus,
  paidChanges,
  purposeOf,
  unsettled,
  writeRefund,
} from '../payments/service.ts';
import { payBack } from '../payments/settlement.ts';
import { lockSubscriptionOfOrder } from '../subscriptions/find.ts';
import { countFailure, recover } from './dunning.ts';
import { endAttempts } from './entity.ts';
import { isFinalDecline } from './rules.ts';

export const renewalPayments: PurposeHandler<Billing> = {
  accepted: async (billing, { id }, { status, processorId, ...madeWith }) => {
    await movePayment(
      billing.db.manager,
      { id, from: ['pending'] },
      { status, processorId, ...madeWithChanges(madeWith), modifiedAt: billing.now() },
    );
  },
  succeeded: (billing, payment, paid) => completeRenewal(billing, payment, paid),
  succeededLate: (billing, payment, paid) => completeRenewal(billing, payment, paid),
  failed: async (billing, payment, message) => {
    const now = billing.now();
    await transact(billing.db, async (em) => {
      const { id: subscriptionId } = await lockSubscriptionOfOrder(em, payment.purposeId);
      const changes = failedChanges(now, payment, message);
      if (!(await movePayment(em, { id: payment.id, from: unsettled }, changes))) return;
      // An attempt before this one was paid after all: nothing is owed.
      const order = await findOrder(em, { id: payment.purposeId });
      if (order?.status !== 'pending') return;
      await countFailure(billing, em, {
        subscriptionId,
        orderId: payment.purposeId,
        declinedMethodId: isFinalDecline(payment.declineReason) ? payment.paymentMethodId : null,
      });
    });
  },
  refunded: async (billing, payment, { status, processorId }) => {
    await endRefund(billing.db.manager, billing.now(), { paymentId: payment.id, status, processorId });
  },
  // Nobody is there to answer a bank's question.
  isAbandoned: () => Promise.resolve(true),
};

/**
 * Whether another attempt can stand in the plan. The renewal's own first one that was under way until now has not failed,
 * and planned none; whoever pays by hand does so because one has failed.
 */
const mayHavePlanned = ({ purposeKind, attempt, status }: PaymentRow): boolean =>
  purposeKind !== 'renewal' || attempt > 1 || status === 'failed';

/** Also one that has failed, be it at the same instant as its success is told. */
const payable: PaymentStatus[] = [...unsettled, 'failed'];

/** The order is paid, if nobody has paid it yet; money that comes for one that is paid or given up goes back. */
const completeRenewal = async (billing: Billing, payment: PaymentRow, paid: Paid): Promise<void> => {
  const now = billing.now();
  const { id: paymentId, purposeId: orderId } = payment;
  const parts = await findOrderParts(billing.db.manager, orderId);
  const isOwed = await transact(billing.db, async (em) => {
    const subscription = await lockSubscriptionOfOrder(em, orderId);
    const waiting = await lockPayment(em, { id: paymentId, from: payable });
    if (!waiting) return false;
    const order = await payOrder(em, now, { id: orderId, subscription, parts });
    const named = order ? { customerId: order.customerId, orderId } : {};
    const changes = { ...paidChanges(now, paid), ...named };
    await movePayment(em, { id: paymentId, from: payable }, changes);
    if (!order) return writeRefund(em, now, { paymentId, reason: 'late_payment' });
    if (waiting.keepsMethod)
      await saveMethod(em, now, { ...waiting, ...changes, customerId: order.customerId, orderId });
    if (mayHavePlanned(waiting)) await endAttempts(em, orderId);
    await recover(em, now, { subscription, orderId });
    return false;
  });
  if (isOwed) billing.background.run('refund', () => payBack(billing, purposeOf(payment)));
};
