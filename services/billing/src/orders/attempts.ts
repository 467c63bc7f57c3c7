/** The schedule of failed payments, as orders show it. Its rows belong to `renewals/`. */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { findSubscriptionSettings } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findLastPaymentsOf, needsConfirmation } from '../payments/last-payment.ts';
import { findPayableMethod } from '../payments/methods/choose.ts';
import type { OrderRow } from './entity.ts';
import type { FullOrder } from './view.ts';

const readNextAttempts = readByIds(async (em, orderIds) => {
  const rows = await sql<{ order_id: string; next_attempt_at: Date }>(
    em,
    `SELECT order_id, next_attempt_at FROM renewals
     WHERE order_id = ANY($1::uuid[]) AND next_attempt_at IS NOT NULL`,
    [orderIds],
  );
  return new Map(rows.map((row) => [row.order_id, row.next_attempt_at]));
});

/** Returns the times of the next payment attempts of orders, by order; those without one are left out. */
export const findNextAttempts = async (
  em: EntityManager,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<string, Date>> => {
  const waiting = orders.filter(({ status }) => status === 'pending');
  if (waiting.length === 0) return new Map();
  return readNextAttempts(
    em,
    waiting.map(({ id }) => id),
  );
};

/** The saved methods whose banks asked for a confirmation at the last payment of an order, by order. */
const readAskingMethods = readByIds(async (em, orderIds) => {
  const last = await findLastPaymentsOf(em, orderIds);
  return new Map(
    last.flatMap(({ purposeId, declineReason, paymentMethodId }) =>
      needsConfirmation(declineReason) && paymentMethodId ? [[purposeId, paymentMethodId] as const] : [],
    ),
  );
});

const readFinalDeclines = readByIds(async (em, orderIds) => {
  const rows = await sql<{ order_id: string; declined_method_id: string }>(
    em,
    `SELECT order_id, declined_method_id FROM renewals
     WHERE order_id = ANY($1::uuid[]) AND declined_method_id IS NOT NULL`,
    [orderIds],
  );
  return new Map(rows.map((row) => [row.order_id, row.declined_method_id]));
});

/** Adds what replies say about the next attempts of orders, where there are any. */
export const withNextAttempts = (billing: Billing, orders: readonly FullOrder[]): Promise<FullOrder[]> =>
  Promise.all(orders.map((order) => withNextAttempt(billing, order)));

const withNextAttempt = async (
  { db: { manager: em }, payments, renewals }: Billing,
  order: FullOrder,
): Promise<FullOrder> => {
  if (!order.nextAttemptAt) return order;
  const { id, organizationId } = order.row;
  const [declines, asking, method, settings] = await Promise.all([
    readFinalDeclines(em, [id]),
    readAskingMethods(em, [id]),
    findPayableMethod(payments, em, order.row),
    findSubscriptionSettings(em, organizationId),
  ]);
  const needsAnotherCard = method === null || method.methodId === declines.get(id);
  const nextAttempt = {
    needsAnotherCard,
    needsConfirmation: method !== null && method.methodId === asking.get(id),
    failedPaymentOutcome: settings?.failedPaymentOutcome ?? renewals.outcome,
  };
  return { ...order, nextAttempt };
};
