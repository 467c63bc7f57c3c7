/**
 * A subscription whose period is over goes on: one transaction writes the next period, its order and the payment that is
 * about to be made; the processor is asked outside of it, under a key of order and attempt. Replicas may do so side by
 * side: a period is renewed once, whoever comes first.
 */
import { transact } from '@tessera/kit/outbox';
import { subscriptionUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { markStateChanged } from '../customers/marks.ts';
import { emitAll } from '../events.ts';
import { noTax } from '../money/tax.ts';
import { placePaidOrder, placePendingOrder } from '../orders/place.ts';
import { type OrderPlan, planOrder } from '../orders/plan.ts';
import { findSavedMethod, type PaymentRow, writeIntent } from '../payments/service.ts';
import { chargePayment } from '../payments/settlement.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../subscriptions/entity.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { type NextPeriod, nextPeriod } from '../subscriptions/rules.ts';
import { type FullSubscription, subscriptionEvent } from '../subscriptions/view.ts';
import { countFailure } from './dunning.ts';
import { RenewalEntity } from './entity.ts';
import { discountHolds } from './rules.ts';

/** Renews a subscription, if that is due. Answers whether it was. */
export const renewSubscription = async (billing: Billing, id: string): Promise<boolean> => {
  const seen = await findSubscription(billing.db.manager, { id });
  if (!seen || !isDue(seen, billing.now())) return false;
  const [full] = await fillSubscriptions(billing.db.manager, [seen]);
  if (!full) return false;
  const renewal = await planRenewal(billing, full);
  const payment = await transact(billing.db, (em) => writeRenewal(billing, em, full, renewal));
  if (payment === undefined) return false;
  if (payment) await chargePayment(billing, payment);
  return true;
};

const isDue = ({ status, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionRow, now: Date): boolean =>
  status === 'active' && !cancelAtPeriodEnd && currentPeriodEnd !== null && currentPeriodEnd <= now;

type Renewal = { period: NextPeriod; changes: Partial<SubscriptionRow>; plan: OrderPlan };

/** What the next period costs. The tax is asked outside of the transaction: an answer may come over a network. */
const planRenewal = async (billing: Billing, full: FullSubscription): Promise<Renewal> => {
  const { row, customer, product } = full;
  const now = billing.now();
  const { currentPeriodEnd: end, recurringInterval: interval, anchorDay } = row;
  if (!end) throw new Error(`subscription ${row.id} has no period`);
  const period = nextPeriod({ end, interval, anchorDay }, now);
  const { subtotal, amount: netAmount, ...discountChanges } = costOf(full, period.start);
  const tax =
    netAmount > 0 && customer.billingAddress
      ? await billing.tax.calculate({
          organizationId: row.organizationId,
          productId: row.productId,
          netAmount,
          currency: row.currency,
          address: customer.billingAddress,
          taxId: customer.taxId,
          idempotencyKey: `renewal:${row.id}:${period.start.toISOString()}`,
        })
      : noTax;
  const plan = planOrder(
    now,
    {
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
    },
    {
      lines: [{ label: product.name, amount: subtotal, productPriceId: row.priceIds[0] ?? null }],
      discount: { id: netAmount < subtotal ? row.discountId : null, amount: subtotal - netAmount },
      tax,
      reason: 'subscription_cycle',
    },
  );
  const changes = {
    ...discountChanges,
    amount: netAmount,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    anchorDay: period.anchorDay,
    modifiedAt: now,
  };
  return { period, changes, plan };
};

/** The price of a period, in minor units; a discount that is over leaves the subscription. */
const costOf = ({ row, discount }: FullSubscription, periodStart: Date) => {
  const subtotal = row.subtotalAmount ?? row.amount;
  if (!discount) return { subtotal, amount: row.amount };
  // One that was given to the running subscription begins with this period.
  const appliedAt = row.discountAppliedAt ?? periodStart;
  if (discountHolds(discount, { appliedAt, periodStart }))
    return { subtotal, amount: row.amount, discountAppliedAt: appliedAt };
  return { subtotal, amount: subtotal, discountId: null, discountAppliedAt: null, subtotalAmount: null };
};

/** Undefined: somebody else has renewed it, or it has changed. Null: nothing is to be charged. */
const writeRenewal = async (
  billing: Billing,
  em: EntityManager,
  full: FullSubscription,
  { period, changes, plan }: Renewal,
): Promise<PaymentRow | null | undefined> => {
  const locked = await em.findOne(SubscriptionEntity, {
    where: { id: full.row.id },
    lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
  });
  if (!locked || !isUnchanged(locked, full.row)) return undefined;
  const row = { ...locked, ...changes };
  await em.update(SubscriptionEntity, { id: row.id }, changes);
  const renewed = { ...full, row, discount: row.discountId ? full.discount : null };
  const { customer, product } = renewed;
  const isFree = plan.row.totalAmount === 0;
  const place = isFree ? placePaidOrder : placePendingOrder;
  const discount = plan.row.discountId ? full.discount : null;
  const order = await place(em, plan, { customer, product, discount, subscription: row });
  await em.insert(RenewalEntity, {
    orderId: order.row.id,
    organizationId: row.organizationId,
    subscriptionId: row.id,
    periodStart: period.start,
    attempts: isFree ? 0 : 1,
    nextAttemptAt: null,
  });
  await markStateChanged(em, row.customerId);
  await emitAll(em, [subscriptionEvent(subscriptionUpdated, renewed), ...order.events]);
  if (period.missed > 0)
    billing.log.warn(
      { subscriptionId: row.id, missed: period.missed },
      'periods were missed, and not charged',
    );
  return isFree ? null : beginAttempt(billing, em, { order: order.row, attempt: 1 });
};

/** What was planned is still what is due. */
const isUnchanged = (locked: SubscriptionRow, seen: SubscriptionRow): boolean =>
  locked.status === seen.status &&
  locked.cancelAtPeriodEnd === seen.cancelAtPeriodEnd &&
  locked.currentPeriodEnd?.getTime() === seen.currentPeriodEnd?.getTime() &&
  locked.amount === seen.amount &&
  locked.discountId === seen.discountId &&
  locked.productId === seen.productId;

/** Writes the payment of an attempt. Without a card that was kept there is none, and the attempt has failed. */
export const beginAttempt = async (
  billing: Billing,
  em: EntityManager,
  { order, attempt }: { order: OrderPlan['row']; attempt: number },
): Promise<PaymentRow | null> => {
  const now = billing.now();
  const { customerId, subscriptionId, id } = order;
  const method = await findSavedMethod(em, { customerId, processor: billing.payments.name });
  if (!method) {
    if (subscriptionId) await countFailure(em, now, { subscriptionId, orderId: id });
    return null;
  }
  return writeIntent(em, now, {
    organizationId: order.organizationId,
    purpose: { kind: 'renewal', id },
    source: { methodId: method.methodId },
    attempt,
    idempotencyKey: `renewal:${id}:${attempt}`,
    keepsMethod: false,
    productPriceId: null,
    customerEmail: method.customerEmail,
    card: method.card,
    processor: billing.payments.name,
    amount: order.totalAmount,
    currency: order.currency,
  });
};
