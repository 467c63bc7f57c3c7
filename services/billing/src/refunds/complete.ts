/** Applies the result of a refund to the order and its benefits, and emits events. Idempotent. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { batchedBy } from '@tessera/kit/background/batched';
import { hasCommitMark } from '@tessera/kit/background/commit-mark';
import { changeRowAtCommit } from '@tessera/kit/database/rows-at-commit';
import { waitBriefly } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import type { RefundStatus } from '@tessera/proto/api/billing/enums';
import { orderRefunded, orderUpdated } from '@tessera/proto/events/billing';
import type { DataSource, EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { revokeGrantsOfOrder } from '../entitlements/granting/changes.ts';
import { emitAll } from '../events.ts';
import type { OrderRow } from '../orders/entity.ts';
import { changeOrder, fillOrder, findOrderParts, lockOrders, type OrderParts } from '../orders/find.ts';
import { moveOrder } from '../orders/rules.ts';
import { orderEvents } from '../orders/view.ts';
import { placeOf } from '../payments/place.ts';
import type { RefundEvent, RefundResult } from '../payments/processor.ts';
import { findPayment, type PaymentRow } from '../payments/service.ts';
import { isFrom } from '../payments/settlement.ts';
import { settleCredit } from './credit.ts';
import {
  claimStuckRefunds,
  findRefund,
  lockRefund,
  lockRefunds,
  RefundEntity,
  type RefundRow,
} from './entity.ts';
import { mayMove, refundedBy } from './rules.ts';
import { refundEvent } from './view.ts';

/**
 * Requests a refund from the processor. Without a response the refund stays pending, and the sweeper asks again.
 * `known`: its payment and order, if the caller has them loaded.
 */
export const askForRefund = async (billing: Billing, row: RefundRow, known?: Known): Promise<RefundRow> => {
  const result = await ask(billing, row, known?.payment).catch((error: unknown) => {
    billing.log.warn({ err: error, refundId: row.id }, 'the payment processor did not answer');
    return null;
  });
  if (!result) return row;
  return result.status === 'pending'
    ? acceptRefund(billing, row, result.processorId)
    : completeRefund(billing, row, result, known?.order);
};

type Known = { payment: PaymentRow; order: OrderRow };

const ask = async (
  { db, payments }: Billing,
  row: RefundRow,
  known: PaymentRow | undefined,
): Promise<RefundResult> => {
  const payment = known ?? (await findPayment(db.manager, row.paymentId));
  if (!payment?.processorId) throw new Error(`payment ${row.paymentId} has no charge to pay back`);
  // The processor has accepted the refund: its idempotency key would only return that first response.
  if (row.processorId !== null) return payments.findRefund(placeOf(payment), row.processorId);
  return payments.refund({
    place: placeOf(payment),
    idempotencyKey: `refund:${row.id}`,
    refundId: row.id,
    processorId: payment.processorId,
    amount: row.amount + row.taxAmount,
  });
};

/** Handles the processor's event about a refund, delivered at least once and in any order. */
export const takeRefundEvent = async (billing: Billing, event: RefundEvent): Promise<void> => {
  const { refundId, status, processorId } = event;
  const row = await findRefund(billing.db.manager, refundId);
  const payment = row && (await findPayment(billing.db.manager, row.paymentId));
  if (!payment || !isFrom(payment, event.place)) {
    billing.log.error({ refundId }, 'the processor tells of a refund that is not ours');
    return;
  }
  await completeRefund(billing, row, { status, processorId });
};

/** Resumes refunds that a crash or an unresponsive processor left, after `seconds` (database time) without news. */
export const sweepRefunds = async (billing: Billing, seconds: number): Promise<void> => {
  for (const id of await claimStuckRefunds(billing.db.manager, seconds)) {
    const row = await findRefund(billing.db.manager, id);
    if (row) await askForRefund(billing, row);
  }
};

/** Records that the processor has accepted the refund, and reports it as created; the result follows. */
const acceptRefund = async (billing: Billing, row: RefundRow, processorId: string): Promise<RefundRow> => {
  if (row.processorId === processorId) return row;
  return transact(billing.db, async (em) => {
    const before = await lockRefund(em, row.id);
    if (before.status !== 'pending' || before.isAnnounced) return before;
    const accepted = { ...before, processorId };
    await em.update(RefundEntity, { id: row.id }, { processorId, isAnnounced: true });
    await emitAll(em, [refundEvent(accepted)]);
    return { ...accepted, isAnnounced: true };
  });
};

type Settled = { status: Exclude<RefundStatus, 'pending'>; processorId: string | null };

/**
 * Moves a refund and its order to the new state. Returns the refund afterwards; repetitions change nothing. `order`:
 * the order's row, if the caller has it loaded.
 */
export const completeRefund = async (
  billing: Billing,
  refund: Pick<RefundRow, 'id' | 'orderId' | 'subscriptionId' | 'revokeBenefits'>,
  settled: Settled,
  order?: OrderRow,
): Promise<RefundRow> => {
  const { id, orderId, subscriptionId } = refund;
  const em = billing.db.manager;
  const parts = subscriptionId === null ? await findOrderParts(em, orderId, order) : undefined;
  const inContext = AsyncLocalStorage.snapshot();
  const completing: Completing = { id, orderId, settled, parts, now: billing.now, inContext };
  const isPlain = parts !== undefined && !refund.revokeBenefits && !hasCommitMark();
  const { row, isMoved } = await (isPlain
    ? completeTogether(billing.db, completing)
    : transact(billing.db, async (em) => (await completeAll(em, [completing]))[0] as Completed));
  if (!isMoved) return row;
  const { status } = row;
  if (status === 'succeeded') billing.log.info({ refundId: id, orderId }, 'refunded');
  // The seller believes that the money was refunded: a person must look at it. A dispute was won.
  else if (row.metadata['dispute'] !== row.processorId)
    billing.log.error({ refundId: id, orderId, status }, 'refund failed');
  return row;
};

/** `inContext`: emits events in the context of the actor who caused them. */
type Completing = {
  id: string;
  orderId: string;
  settled: Settled;
  parts: OrderParts | undefined;
  now: () => Date;
  inContext: <Result>(work: () => Result) => Result;
};
type Completed = { row: RefundRow; isMoved: boolean };

/** Maximum number of refunds per transaction. */
const maxTogether = 25;

/** Batched like the first transaction: see create.ts. */
const completeTogether = batchedBy(maxTogether, (db: DataSource, all: Completing[]) =>
  transact(db, (em) => completeAll(em, all)),
);

/**
 * Returns the results in the order of `all`. Throws if two are of one order, whose row is written once; they are then
 * repeated alone.
 */
const completeAll = async (em: EntityManager, all: readonly Completing[]): Promise<Completed[]> => {
  if (new Set(all.map(({ orderId }) => orderId)).size < all.length)
    throw new Error('an order is there twice');
  // Lock order: refunds, then orders, in one round trip.
  const [, refunds, orders] = await Promise.all([
    all.length > 1 && waitBriefly(em),
    lockRefunds(
      em,
      all.map(({ id }) => id),
    ),
    lockOrders(
      em,
      all.map(({ orderId }) => orderId),
    ),
  ]);
  const done: Completed[] = [];
  for (const one of all) {
    const [refund, order] = [refunds.get(one.id), orders.get(one.orderId)];
    if (!refund || !order) throw new Error(`refund ${one.id} or its order is gone`);
    done.push(await one.inContext(() => complete(em, one, { refund, order })));
  }
  return done;
};

const complete = async (
  em: EntityManager,
  { settled, parts, now: clock }: Completing,
  { refund: before, order }: { refund: RefundRow; order: OrderRow },
): Promise<Completed> => {
  if (!mayMove(before.status, settled.status)) return { row: before, isMoved: false };
  const now = clock();
  const changes = {
    status: settled.status,
    processorId: settled.processorId ?? before.processorId,
    modifiedAt: before.isAnnounced ? now : null,
  };
  await changeRowAtCommit(em, RefundEntity, { id: before.id, changes: { ...changes, isAnnounced: true } });
  const events = [refundEvent({ ...before, ...changes })];
  const sign = signOf(before.status, settled.status);
  if (sign > 0 && before.revokeBenefits) await revokeGrantsOfOrder(em, before.orderId, now);
  if (sign !== 0) events.push(...(await applyToOrder(em, now, { refund: before, order, sign, parts })));
  await emitAll(em, events);
  return { row: { ...before, ...changes }, isMoved: true };
};

/** 1: money was refunded; -1: refunded money came back; 0: neither. */
const signOf = (from: RefundStatus, to: RefundStatus): -1 | 0 | 1 => {
  if (to === 'succeeded') return 1;
  return from === 'succeeded' ? -1 : 0;
};

type Applied = { refund: RefundRow; order: OrderRow; sign: -1 | 1; parts: OrderParts | undefined };

const applyToOrder = async (em: EntityManager, now: Date, { refund, order, sign, parts }: Applied) => {
  const part = { amount: sign * refund.amount, taxAmount: sign * refund.taxAmount };
  const { status, ...amounts } = refundedBy(order, part);
  const moved = status === order.status ? order : moveOrder(order, status);
  const changes = { ...amounts, status: moved.status, modifiedAt: now };
  await changeOrder(em, order.id, changes);
  const row = { ...order, ...changes };
  const credited = await settleCredit(em, now, row);
  // Events of a subscription's order include the subscription's current state.
  const full = parts ? { row, subscription: null, ...parts } : await fillOrder(em, row);
  const events =
    sign > 0 ? orderEvents([orderRefunded], full) : orderEvents([orderUpdated], full, 'refund_failed');
  return [...events, ...credited];
};
