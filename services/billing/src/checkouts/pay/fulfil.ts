/** Fulfils paid checkouts: customers, orders, subscriptions and events. */
import { emit } from '@tessera/kit/events/outbox';
import { checkoutUpdated, subscriptionRepeated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { findEnded } from '../../access/organizations/service.ts';
import { pageSize } from '../../catalog/changes/worker.ts';
import { nameRedeemer } from '../../catalog/discounts/redeem.ts';
import { addToBalance } from '../../customers/balance.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { eraseForgotten } from '../../customers/erase.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { carriedOf } from '../../orders/due.ts';
import { placeOrders } from '../../orders/place.ts';
import type { OrderPlan } from '../../orders/plan.ts';
import { namePurchases, type PaidPurchase } from '../../payments/purchases.ts';
import {
  revokeSubscriptionsOfCustomer,
  revokeSubscriptionsOfOrganization,
} from '../../subscriptions/revoke.ts';
import { type CheckoutRow, writeCheckout } from '../entity.ts';
import { checkoutEvent } from '../events.ts';
import { type Begun, begin, type Paid } from './begin.ts';
import type { Purchase } from './sold.ts';

/**
 * Fulfils checkouts within the settling transaction; their rows are locked. The number of statements does not depend
 * on the number of checkouts, except for special cases. Throws when two are of one customer.
 */
export const fulfil = async (em: EntityManager, now: Date, all: readonly Paid[]): Promise<void> => {
  const sales = await begin(em, now, all);
  for (const sale of sales) await nameRedemption(em, sale);
  await namePurchases(em, sales.flatMap(purchaseOfPayment));
  const done: CheckoutRow[] = [];
  for (const sale of sales) done.push(await writeSold(em, now, sale));
  await markStatesChanged(
    em,
    sales.map(({ customer }) => customer.id),
  );
  const unserved = await findUnserved(em, sales);
  // Last: the seller's other sales wait for the lock on order numbers.
  const plans: OrderPlan[] = [];
  for (const sale of sales) plans.push(await carryOver(em, now, sale));
  const orders = await placeOrders(
    em,
    sales.map(({ plan, customer, purchase: { product, discount }, started: begun }, at) => ({
      plan: plans[at] ?? plan,
      parts: { customer, product, discount, subscription: begun?.row ?? null },
      isPaid: true,
    })),
  );
  await emitAll(
    em,
    sales.flatMap(({ started: begun, paid }, at) => [
      ...(orders[at]?.events ?? []),
      ...(begun?.events ?? []),
      checkoutEvent(checkoutUpdated, done[at] as CheckoutRow, paid.context),
    ]),
  );
  for (const sale of sales) {
    if (unserved.has(sale)) await endWhatNobodyServes(em, now, sale.purchase);
    await emitRepeated(em, sale);
  }
  await eraseForgotten(
    em,
    sales.map(({ customer }) => customer),
  );
};

/** Sets the customer and subscription of the discount's redemption. */
const nameRedemption = async (em: EntityManager, { row, customer, started }: Begun): Promise<void> => {
  if (!row.discountId) return;
  await nameRedeemer(em, row.id, { customerId: customer.id, subscriptionId: started?.row.id ?? null });
};

const purchaseOfPayment = ({ paid: { changes }, row, customer, plan, isNew }: Begun): PaidPurchase[] =>
  row.paymentId === null
    ? []
    : [
        {
          paymentId: row.paymentId,
          customerId: customer.id,
          orderId: plan.row.id,
          changes,
          card: cardOf(row),
          isNewCustomer: isNew,
        },
      ];

const writeSold = (
  em: EntityManager,
  now: Date,
  { row, customer, plan, started }: Begun,
): Promise<CheckoutRow> =>
  writeCheckout(em, row, {
    status: 'succeeded',
    modifiedAt: now,
    paymentId: row.paymentId,
    customerId: customer.id,
    subscriptionId: row.subscriptionId,
    orderId: plan.row.id,
    startedSubscriptionId: started?.row.id ?? null,
  });

/**
 * Settles amounts too small to charge through the customer's balance, which may become negative. A buyer who only
 * entered an existing customer's address does not change it, but the order looks the same: it reveals nothing.
 */
const carryOver = async (
  em: EntityManager,
  now: Date,
  { row, customer, plan }: Begun,
): Promise<OrderPlan> => {
  const added = plan.row.appliedBalanceAmount;
  const change = { amount: added, at: now, orderId: plan.row.id };
  const balance = isTheirs(row, customer, now) ? await addToBalance(em, plan.row, change) : added;
  return balance === null
    ? plan
    : { ...plan, row: { ...plan.row, carriedAmount: carriedOf(balance - added, added) } };
};

/** Whether the sale may change the balance: the seller identified the customer, or the customer is new. */
const isTheirs = ({ isCustomerFromSeller }: CheckoutRow, customer: CustomerRow, now: Date): boolean =>
  isCustomerFromSeller || customer.createdAt.getTime() >= now.getTime();

/** A buyer who only entered an address does not set the customer's default card. */
const cardOf = ({ isCustomerFromSeller }: CheckoutRow) => (isCustomerFromSeller ? 'default' : 'beside');

/**
 * For a second subscription where the seller allows one. The buyer sees a normal purchase, so that it does not reveal
 * whether an address subscribes. A mail notifies the owner, who alone can end it immediately
 * (`portal/purchases/duplicate.ts`).
 */
const emitRepeated = async (
  em: EntityManager,
  { started, isRepeated, customer, row: { organizationId, id: checkoutId } }: Begun,
): Promise<void> => {
  if (!started || !isRepeated) return;
  const subscriptionId = started.row.id;
  await emit(em, subscriptionRepeated, {
    subscriptionId,
    organizationId,
    customerId: customer.id,
    checkoutId,
  });
};

/** Sales of subscriptions whose seller or customer was deleted during the payment. */
const findUnserved = async (em: EntityManager, sales: readonly Begun[]): Promise<Set<Begun>> => {
  const begun = sales.filter(({ started }) => started !== null);
  const ended = await findEnded(
    em,
    begun.map(({ row }) => row.organizationId),
  );
  return new Set(
    begun.filter(({ row, customer }) => ended.has(row.organizationId) || customer.deletedAt !== null),
  );
};

/** The order is kept, but the subscription is revoked, so that it is not charged again. */
const endWhatNobodyServes = async (
  em: EntityManager,
  now: Date,
  { checkout: { organizationId }, customer }: Purchase,
): Promise<void> => {
  if ((await findEnded(em, [organizationId])).has(organizationId))
    await revokeSubscriptionsOfOrganization(em, organizationId, { now, limit: pageSize });
  else if (customer.deletedAt) await revokeSubscriptionsOfCustomer(em, customer.id, now);
};
