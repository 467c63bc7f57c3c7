/** The schedule of failed payments, as orders show it. Its rows belong to `renewals/`. */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { findSubscriptionSettings } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findLastPaymentsOf, needsConfirmation } from '../payments/last-payment.ts';
import { findPayableMethod } from '../subscriptions/own-method.ts';
import type { OrderRow } from './entity.ts';
import type { FullOrder } from './view.ts';

type Schedule = { orderId: string; nextAttemptAt: Date | null; declinedMethodId: string | null };

const readSchedules = readByIds(async (em, orderIds) => {
  const rows = await sql<Schedule>(
    em,
    `SELECT order_id AS "orderId", next_attempt_at AS "nextAttemptAt", declined_method_id AS "declinedMethodId"
     FROM renewals WHERE order_id = ANY($1::uuid[])`,
    [orderIds],
  );
  return new Map(rows.map((row) => [row.orderId, row]));
});

/** Returns the times of the next payment attempts of orders, by order; those without one are left out. */
export const findNextAttempts = async (
  em: EntityManager,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<string, Date>> => {
  const waiting = orders.filter(({ status }) => status === 'pending');
  if (waiting.length === 0) return new Map();
  const schedules = await readSchedules(
    em,
    waiting.map(({ id }) => id),
  );
  return new Map(
    [...schedules].flatMap(([id, { nextAttemptAt }]) =>
      nextAttemptAt ? [[id, nextAttemptAt] as const] : [],
    ),
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

/** Adds what replies say about the next attempts of orders, where there are any. */
export const withNextAttempts = (billing: Billing, orders: readonly FullOrder[]): Promise<FullOrder[]> =>
  Promise.all(orders.map((order) => withNextAttempt(billing, order)));

const withNextAttempt = async (
  { db: { manager: em }, payments, renewals }: Billing,
  order: FullOrder,
): Promise<FullOrder> => {
  if (!order.nextAttemptAt) return order;
  const { id, organizationId } = order.row;
  const [schedules, asking, method, settings] = await Promise.all([
    readSchedules(em, [id]),
    readAskingMethods(em, [id]),
    findPayableMethod(payments, em, order.row),
    findSubscriptionSettings(em, organizationId),
  ]);
  const needsAnotherCard = method === null || method.methodId === schedules.get(id)?.declinedMethodId;
  const nextAttempt = {
    needsAnotherCard,
    needsConfirmation: method !== null && method.methodId === asking.get(id),
    failedPaymentOutcome: settings?.failedPaymentOutcome ?? renewals.outcome,
  };
  return { ...order, nextAttempt };
};
