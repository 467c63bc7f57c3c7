/**
 * Handlers for payments of renewals and changes of product. Each step is idempotent. Decisions about a renewal are
 * serialized by the lock of its subscription.
 */
import { currentActor } from '@tessera/kit/actor';
import { batchedBy } from '@tessera/kit/background/batched';
import { hasCommitMark } from '@tessera/kit/background/commit-mark';
import { limited } from '@tessera/kit/background/limited';
import { changeEach } from '@tessera/kit/database/rows';
import { transact } from '@tessera/kit/events/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import type { OrderRow } from '../../orders/entity.ts';
import { findOrder, findOrderParts, type OrderParts } from '../../orders/find.ts';
import { emitPaid, payOrders } from '../../orders/pay.ts';
import { PaymentEntity } from '../../payments/entity.ts';
import type { Paid, PurposeHandler } from '../../payments/handlers.ts';
import { saveMethod } from '../../payments/methods/save.ts';
import {
  failedChanges,
  lockPayments,
  madeWithChanges,
  movePayment,
  movePayments,
  type PaymentRow,
  type PaymentStatus,
  paidChanges,
  purposeOf,
  unsettled,
  writeRefund,
} from '../../payments/service.ts';
import { payBack } from '../../payments/settlement.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { lockSubscriptionOfOrder, lockSubscriptionsOfOrders } from '../../subscriptions/lock.ts';
import { endAttempts } from '../entity.ts';
import { isFinalDecline } from '../rules.ts';
import { countFailure, recover, recoveryOf } from './dunning.ts';
import { emitPaymentFailed } from './failed.ts';
import { voidLate } from './owed.ts';
import { takeRefund } from './refund.ts';

export const renewalPayments: PurposeHandler<Billing> = {
  accepted: async (billing, { id }, { status, processorId, ...madeWith }) => {
    const changes = { status, processorId, ...madeWithChanges(madeWith), modifiedAt: billing.now() };
    await acceptTogether(billing.db, { id, ...changes });
  },
  succeeded: (billing, payment, paid) => completeRenewal(billing, payment, paid),
  succeededLate: (billing, payment, paid) => completeRenewal(billing, payment, paid),
  failed: (billing, payment, message) => alone(() => failRenewal(billing, payment, message)),
  refunded: takeRefund,
  // The customer is not present to complete a bank's challenge.
  isAbandoned: () => Promise.resolve(true),
};

/** Maximum number of concurrent single-payment transactions: requests need connections too. */
const alone = limited(8);

const failRenewal = (billing: Billing, payment: PaymentRow, message: string): Promise<void> =>
  transact(billing.db, async (em) => {
    const subscription = await lockSubscriptionOfOrder(em, payment.purposeId);
    const changes = failedChanges(billing.now(), payment, message);
    if (!(await movePayment(em, { id: payment.id, from: unsettled }, changes))) return;
    const order = await findOrder(em, { id: payment.purposeId });
    // An earlier attempt was paid after all: nothing is owed.
    const isPaid = order?.status !== 'pending';
    if (isPaid || subscription.endedAt) await emitPaymentFailed(em, { ...payment, ...changes }, subscription);
    if (isPaid) return;
    await countFailure(billing, em, {
      subscriptionId: subscription.id,
      orderId: payment.purposeId,
      declinedMethodId: isFinalDecline(payment.declineReason) ? payment.paymentMethodId : null,
    });
  });

/**
 * Whether a further attempt may be scheduled. A renewal's own first payment that was unsettled until now has not
 * failed, so it scheduled none; a manual payment follows a failed one.
 */
const mayHavePlanned = ({ purposeKind, attempt, status }: PaymentRow): boolean =>
  purposeKind !== 'renewal' || attempt > 1 || status === 'failed';

/** Whether an earlier charge of the order has failed. */
const isRetry = ({ purposeKind, attempt }: PaymentRow): boolean =>
  purposeKind === 'order_retry' || attempt > 1;

/** Maximum number of payments whose results are written together. */
const maxTogether = 50;

const acceptTogether = batchedBy(
  maxTogether,
  async (db: DataSource, changes: (Partial<PaymentRow> & { id: string })[]): Promise<null[]> => {
    await movePayments(db.manager, ['pending'], changes);
    return changes.map(() => null);
  },
);

/** Includes failed payments, even if success and failure are reported concurrently. */
const payable: PaymentStatus[] = [...unsettled, 'failed'];

/** A payment that has succeeded; `parts` are those of its order. */
type Completion = {
  billing: Billing;
  payment: PaymentRow;
  paid: Paid;
  parts: OrderParts | undefined;
};

/** `owed`: the money is refunded. `again`: payments of the same subscription are decided one at a time. */
type Completed = 'done' | 'owed' | 'again';

/** Pays the order unless it is paid already; money for a paid or voided order is refunded. */
const completeRenewal = async (billing: Billing, payment: PaymentRow, paid: Paid): Promise<void> => {
  const parts = await findOrderParts(billing.db.manager, payment.purposeId);
  const completion: Completion = { billing, payment, paid, parts };
  let completed: Completed = 'again';
  while (completed === 'again') completed = await complete(completion);
  if (completed === 'owed') billing.background.run('refund', () => payBack(billing, purposeOf(payment)));
};

/**
 * Concurrent calls share the next transaction. A payment that changes more than its order has its own, and so has one
 * made by a request, since its events name the actor.
 */
const complete = async (completion: Completion): Promise<Completed> => {
  const { billing, payment } = completion;
  if (payment.attempt === 1 && payment.purposeKind === 'renewal' && !payment.keepsMethod && !isAskedFor())
    return completeTogether(billing.db, completion);
  const [completed] = await alone(() => transact(billing.db, (em) => writeCompletions(em, [completion])));
  return completed ?? 'done';
};

const isAskedFor = (): boolean => currentActor() !== undefined || hasCommitMark();

const completeTogether = batchedBy(
  maxTogether,
  (db: DataSource, completions: Completion[]): Promise<Completed[]> =>
    transact(db, (em) => writeCompletions(em, completions)),
);

/** Returns the results in the order of `completions`. */
const writeCompletions = async (
  em: EntityManager,
  completions: readonly Completion[],
): Promise<Completed[]> => {
  const orderIds = completions.map(({ payment }) => payment.purposeId);
  const subscriptions = await lockSubscriptionsOfOrders(em, orderIds);
  const held = completions.map(({ payment: { purposeId } }) => {
    const subscription = subscriptions.get(purposeId);
    if (!subscription) throw new Error(`order ${purposeId} is gone`);
    return subscription;
  });
  const isFirst = held.map(({ id }, at) => held.findIndex((other) => other.id === id) === at);
  const payments = await lockPayments(
    em,
    completions.filter((_, at) => isFirst[at]).map(({ payment }) => payment.id),
  );
  const due = completions.flatMap((completion, at) => {
    const waiting = isFirst[at] ? payments.get(completion.payment.id) : undefined;
    const isDue = waiting !== undefined && payable.includes(waiting.status);
    return isDue ? [{ ...completion, at, waiting, subscription: held[at] as SubscriptionRow }] : [];
  });
  const completed: Completed[] = isFirst.map((first) => (first ? 'done' : 'again'));
  const now = completions[0]?.billing.now();
  if (!now || due.length === 0) return completed;
  const dueIds = due.map(({ payment }) => payment.purposeId);
  await voidLate(
    em,
    now,
    due
      .filter(({ payment, subscription }) => subscription.endedAt && isRetry(payment))
      .map(({ payment }) => payment.purposeId),
  );
  const orders = await payOrders(em, now, dueIds);
  const paid: PaidOrder[] = [];
  for (const it of due) paid.push(await emitPaidOrder(em, now, it, orders.get(it.payment.purposeId)));
  await changeEach(
    em,
    PaymentEntity,
    paid.map(({ changes }) => changes),
  );
  for (const [index, { at, ...completion }] of due.entries())
    if (await follow(em, now, { ...completion, ...(paid[index] as PaidOrder) })) completed[at] = 'owed';
  return completed;
};

type Decision = Completion & { waiting: PaymentRow; subscription: SubscriptionRow };
type PaidOrder = {
  order: OrderRow | undefined;
  changes: Partial<PaymentRow> & { id: string };
  recovery: Partial<SubscriptionRow> | undefined;
};

/** Events show the order with its subscription as it will be: a past-due one is active again. */
const emitPaidOrder = async (
  em: EntityManager,
  now: Date,
  { payment, paid, parts, subscription }: Decision,
  order: OrderRow | undefined,
): Promise<PaidOrder> => {
  const changes = { id: payment.id, ...paidChanges(now, paid) };
  if (!order) return { order, changes, recovery: undefined };
  const recovery = await recoveryOf(em, now, { subscription, orderId: order.id });
  await emitPaid(em, order, { subscription: { ...subscription, ...recovery }, parts });
  return { order, changes: { ...changes, customerId: order.customerId, orderId: order.id }, recovery };
};

/** Applies what follows from a payment besides the paid order. Returns whether the payment is refunded. */
const follow = async (
  em: EntityManager,
  now: Date,
  { payment: { id: paymentId }, waiting, subscription, order, changes, recovery }: Decision & PaidOrder,
): Promise<boolean> => {
  if (!order) return writeRefund(em, now, { paymentId, reason: 'late_payment' });
  const { id: orderId, customerId } = order;
  if (waiting.keepsMethod) await saveMethod(em, now, { ...waiting, ...changes, customerId, orderId });
  if (mayHavePlanned(waiting)) await endAttempts(em, orderId);
  if (recovery) await recover(em, subscription, { orderId, recovery });
  return false;
};
