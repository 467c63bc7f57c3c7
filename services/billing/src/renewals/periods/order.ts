/** Plans and places orders of running subscriptions, and charges them with the saved card. */
import { insertRows } from '@tessera/kit/database/rows';
import type { OrderBillingReason } from '@tessera/proto/api/billing/enums';
import type { EntityManager } from 'typeorm';
import { requireGoingOn } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { addToBalance } from '../../customers/balance.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { findCustomer } from '../../customers/find.ts';
import { settleByBalance } from '../../orders/credit.ts';
import { dueAmountOf } from '../../orders/due.ts';
import type { OrderRow } from '../../orders/entity.ts';
import { type PlacedOrder, placeOrders } from '../../orders/place.ts';
import { type OrderLine, type OrderPlan, planOrder } from '../../orders/plan.ts';
import type { PayableMethod } from '../../payments/methods/choose.ts';
import { type PaymentRow, writeIntent } from '../../payments/service.ts';
import { findPayableMethod } from '../../subscriptions/own-method.ts';
import type { FullSubscription } from '../../subscriptions/view.ts';
import { countFailure } from '../dunning/dunning.ts';
import { RenewalEntity, type RenewalRow } from '../entity.ts';
import { markLinesBilled, type WaitingLines } from './lines.ts';
import { taxOf } from './tax.ts';
import { inTermsOfProduct } from './terms.ts';

export type Charges = {
  lines: readonly OrderLine[];
  discount: { id: string | null; amount: number };
  reason: OrderBillingReason;
  /** Idempotency key of the tax calculation, together with the subscription. */
  key: string;
};

/**
 * Plans an order of these lines, each in the terms of the product whose price it is. Not for use inside a transaction:
 * the tax may be calculated over the network.
 */
export const planSubscriptionOrder = async (
  billing: Billing,
  full: FullSubscription,
  asked: Charges,
): Promise<OrderPlan> => {
  const { row, customer } = full;
  const charges = await inTermsOfProduct(billing, full, asked);
  const { lines, discount, reason } = charges;
  const facts = {
    organizationId: row.organizationId,
    customerId: row.customerId,
    productId: row.productId,
    subscriptionId: row.id,
    checkoutId: null,
    currency: row.currency,
    billingName: customer.billingName ?? customer.name,
    billingAddress: customer.billingAddress,
    metadata: row.metadata,
    customFieldData: row.customFieldData,
  };
  const { tax, returned } = await taxOf(billing, full, charges);
  return planOrder(billing.now(), facts, { lines, discount, tax, returned, reason });
};

/**
 * `periodStart`: of the period that it pays for; null: none. `emptyBefore` (default 0): see `RenewalRow`. `waiting`: the
 * lines that it settles in addition.
 */
type Placing = {
  full: FullSubscription;
  plan: OrderPlan;
  waiting: WaitingLines;
  periodStart: Date | null;
  emptyBefore?: number;
};

export type PlacedSubscriptionOrder = PlacedOrder & { isDue: boolean };

/**
 * Returns events for the caller to emit. An order of 0, or one covered by the customer's balance, is paid. Throws
 * ResourceNotFound if the seller has been deleted, also since the order was planned: its customers pay no more.
 */
export const placeSubscriptionOrder = async (
  em: EntityManager,
  placing: Placing,
): Promise<PlacedSubscriptionOrder> => {
  const [placed] = await placeSubscriptionOrders(em, [placing]);
  if (!placed) throw new Error(`order ${placing.plan.row.id} was not placed`);
  return placed;
};

/** `placeSubscriptionOrder` for many, in the same number of statements if only the prices of periods are charged. */
export const placeSubscriptionOrders = async (
  em: EntityManager,
  placings: readonly Placing[],
): Promise<PlacedSubscriptionOrder[]> => {
  await requireGoingOn(
    em,
    placings.map(({ plan }) => plan.row.organizationId),
  );
  const settled = await settleByBalance(
    em,
    placings.map(({ plan }) => plan),
  );
  for (const { plan, added } of settled)
    await addToBalance(em, plan.row, { amount: added, at: plan.row.createdAt, orderId: plan.row.id });
  const planned = settled.map(({ plan }) => plan);
  const orders = await placeOrders(
    em,
    placings.map(({ full: { row: subscription, customer, product, discount } }, at) => {
      const plan = planned[at] as OrderPlan;
      const parts = { customer, product, discount: plan.row.discountId ? discount : null, subscription };
      return { plan, parts, isPaid: dueAmountOf(plan.row) <= 0 };
    }),
  );
  const placed = orders.map((order) => ({ ...order, isDue: dueAmountOf(order.row) > 0 }));
  for (const [at, { waiting }] of placings.entries())
    await markLinesBilled(em, waiting, (placed[at] as PlacedSubscriptionOrder).row.id);
  await insertRows(
    em,
    RenewalEntity,
    placings.map((placing, at) => renewalOf(placing, placed[at] as PlacedSubscriptionOrder)),
  );
  return placed;
};

const renewalOf = (
  { full, periodStart, emptyBefore = 0 }: Placing,
  { row, isDue }: PlacedSubscriptionOrder,
): RenewalRow => ({
  orderId: row.id,
  organizationId: full.row.organizationId,
  subscriptionId: full.row.id,
  periodStart,
  emptyBefore,
  attempts: isDue ? 1 : 0,
  nextAttemptAt: null,
  declinedMethodId: null,
});

/** `customer` (not deleted) and `method` (null: none) are passed if the caller has them loaded. */
type Attempt = {
  order: OrderRow;
  attempt: number;
  declinedMethodId?: string | null;
  isAfterTrial?: boolean;
  customer?: CustomerRow | undefined;
  method?: PayableMethod | null | undefined;
};

/**
 * Writes the payment of an attempt. Without a saved card, or after its final decline, returns null and records a
 * failed attempt.
 */
export const beginAttempt = async (
  billing: Billing,
  em: EntityManager,
  { order, attempt, declinedMethodId = null, isAfterTrial = false, customer: known, method: chosen }: Attempt,
): Promise<PaymentRow | null> => {
  const now = billing.now();
  const { subscriptionId, id } = order;
  const method = chosen === undefined ? await findPayableMethod(billing.payments, em, order) : chosen;
  if (!method || method.methodId === declinedMethodId) {
    if (subscriptionId)
      await countFailure(billing, em, {
        subscriptionId,
        orderId: id,
        declinedMethodId,
        isUnpayable: true,
        isAfterTrial,
      });
    return null;
  }
  const customer = known ?? (await findCustomer(em, { id: order.customerId }));
  const kind = order.billingReason === 'subscription_update' ? ('proration' as const) : ('renewal' as const);
  return writeIntent(em, now, {
    place: method.place,
    purpose: { kind, id },
    source: { methodId: method.methodId },
    attempt,
    idempotencyKey: `${kind}:${id}:${attempt}`,
    keepsMethod: false,
    productPriceId: null,
    customerEmail: customer?.email ?? null,
    card: method.card,
    processorCustomerId: method.processorCustomerId,
    amount: dueAmountOf(order),
    currency: order.currency,
  });
};
