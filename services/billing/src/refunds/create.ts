/**
 * Makes refunds. The first transaction locks the order, reserves the amount and writes the refund. Then the processor
 * is called, outside of any transaction, with an idempotency key of the refund. complete.ts handles the result.
 */
import { mayRead, requireManager } from '@tessera/kit/access/rules';
import { batchedBy } from '@tessera/kit/background/batched';
import { hasCommitMark } from '@tessera/kit/background/commit-mark';
import { insertRowsAtCommit } from '@tessera/kit/database/rows-at-commit';
import { waitBriefly } from '@tessera/kit/database/sql';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import { type RefundCreate, remainderOf, type SellersRefund } from '@tessera/proto/api/billing/refund';
import type { Caller } from '@tessera/proto/api/passport';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import type { OrderRow } from '../orders/entity.ts';
import { findOrder, lockOrders } from '../orders/find.ts';
import { mayRefund } from '../orders/rules.ts';
import { placeOf } from '../payments/place.ts';
import { findPaymentsOfOrders, type PaymentRow } from '../payments/service.ts';
import { askForRefund } from './complete.ts';
import { RefundEntity, type RefundRow, sumPendings } from './entity.ts';
import { refundErrors } from './errors.ts';
import { taxOf } from './rules.ts';
import { viewSellersRefund } from './view.ts';

/**
 * Throws PaymentAccountDisconnected, RefundedAlready, RefundAmountTooHigh (also where benefits of a subscription should
 * be revoked); 422 for an unknown order.
 */
export const createRefund = async (
  billing: Billing,
  caller: Caller,
  body: RefundCreate,
): Promise<SellersRefund> => {
  const order = await findOrder(billing.db.manager, { id: body.orderId });
  if (!order || !(await mayRead(billing, caller, order.organizationId)))
    throw refuseField(['body', 'order_id'], 'Order not found.');
  await requireManager(billing, caller, order.organizationId);
  const asked = { billing, body };
  // A request with an idempotency key needs a transaction of its own, which stores the key.
  const { row, ...known } = await (hasCommitMark()
    ? transact(billing.db, (em) => setAside(billing, em, body))
    : setAsideTogether(billing.db, asked).then(valueOf));
  return viewSellersRefund(await askForRefund(billing, row, known));
};

type Asked = { billing: Billing; body: RefundCreate };
type SetAside = { row: RefundRow; payment: PaymentRow; order: OrderRow };
/** The result of one request of a batch: its error does not affect the others. */
type Outcome = { value: SetAside } | { error: unknown };

const valueOf = (outcome: Outcome): SetAside => {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
};

/** A step of a transaction. Call `askForRefund` after the commit. Throws like `createRefund`. */
export const setAside = async (
  billing: Billing,
  em: EntityManager,
  body: RefundCreate,
): Promise<SetAside> => {
  const [outcome] = await setAsideAll(em, [{ billing, body }]);
  return valueOf(outcome as Outcome);
};

/** Maximum number of refunds per transaction. */
const maxTogether = 25;

/** Concurrent requests share the next transaction. One that fails or waits for a lock is repeated alone. */
const setAsideTogether = batchedBy(maxTogether, (db: DataSource, all: Asked[]) =>
  transact(db, (em) => setAsideAll(em, all)),
);

/**
 * Decides under the orders' locks, so that concurrent refunds cannot return the same money. Returns results in the
 * order of `all`, in the same number of statements as for one.
 */
const setAsideAll = async (em: EntityManager, all: readonly Asked[]): Promise<Outcome[]> => {
  const ids = [...new Set(all.map(({ body }) => body.orderId))];
  // In this order and in one round trip: reserved amounts are read under the orders' locks.
  const [, orders, pending, payments] = await Promise.all([
    all.length > 1 && waitBriefly(em),
    lockOrders(em, ids),
    sumPendings(em, ids),
    findPaymentsOfOrders(em, ids),
  ]);
  const outcomes: Outcome[] = [];
  for (const asked of all) {
    const { orderId } = asked.body;
    const [order, payment] = [orders.get(orderId), payments.get(orderId)];
    const before = pending.get(orderId) ?? { amount: 0, taxAmount: 0 };
    const outcome = await decide(em, asked, { order, payment, pending: before }).then(
      (value): Outcome => ({ value }),
      (error: unknown): Outcome => ({ error }),
    );
    outcomes.push(outcome);
    if (!('value' in outcome)) continue;
    const { amount, taxAmount } = outcome.value.row;
    pending.set(orderId, { amount: before.amount + amount, taxAmount: before.taxAmount + taxAmount });
  }
  const rows = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value.row] : []));
  await insertRowsAtCommit(em, RefundEntity, rows);
  return outcomes;
};

type Known = {
  order: OrderRow | undefined;
  payment: PaymentRow | undefined;
  pending: { amount: number; taxAmount: number };
};

const endsWithSubscription =
  'The benefits of a subscription end with it. Cancel or revoke the subscription instead.';

const decide = async (
  em: EntityManager,
  { billing: { payments, now }, body }: Asked,
  { order, payment, pending }: Known,
): Promise<SetAside> => {
  if (!order) throw new Error(`order ${body.orderId} is gone`);
  if (body.revokeBenefits && order.subscriptionId)
    throw refundErrors.RefundAmountTooHigh(endsWithSubscription);
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
  return { row, payment, order };
};
