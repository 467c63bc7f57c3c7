/** What a paid checkout leads to: a customer, an order, a subscription, and what partners hear of them. */
import { emit } from '@tessera/kit/outbox';
import { checkoutUpdated, subscriptionRepeated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { findEnded } from '../../access/organizations/service.ts';
import { pageSize } from '../../catalog/changes/worker.ts';
import { giveBackRedemption, nameRedeemer } from '../../catalog/discounts/redeem.ts';
import { addToBalance } from '../../customers/balance.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { eraseForgotten } from '../../customers/erase.ts';
import { markStatesChanged } from '../../customers/marks.ts';
import { emitAll } from '../../events.ts';
import { placeOrders } from '../../orders/place.ts';
import { namePurchases, type PaidPurchase } from '../../payments/purchases.ts';
import { writeRefund } from '../../payments/service.ts';
import {
  revokeSubscription,
  revokeSubscriptionsOfCustomer,
  revokeSubscriptionsOfOrganization,
} from '../../subscriptions/revoke.ts';
import { type CheckoutRow, writeCheckout } from '../entity.ts';
import { checkoutEvent } from '../view.ts';
import { type Begun, begin, type Paid } from './begin.ts';
import type { Purchase } from './sold.ts';

/**
 * A step of the transaction that settles checkouts; their rows are locked. Answers of each whether money goes back. Takes as
 * many statements as for one, but for what is special of some. Throws where two are of one customer.
 */
export const fulfil = async (em: EntityManager, now: Date, all: readonly Paid[]): Promise<boolean[]> => {
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
  // Last: the seller's other sales wait for the numbers that these take.
  for (const { row, customer, plan } of sales)
    if (isTheirs(row, customer, now)) await addToBalance(em, plan.row, plan.row.appliedBalanceAmount);
  const orders = await placeOrders(
    em,
    sales.map(({ plan, customer, purchase: { product, discount }, started: begun }) => ({
      plan,
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
  const owed: boolean[] = [];
  for (const [at, sale] of sales.entries()) {
    if (unserved.has(sale)) await endWhatNobodyServes(em, now, sale.purchase);
    owed.push(await takeBackRepeated(em, now, sale, done[at] as CheckoutRow));
  }
  await eraseForgotten(
    em,
    sales.map(({ customer }) => customer),
  );
  return owed;
};

/** Who has redeemed its discount: nobody, where the subscription is taken back. */
const nameRedemption = async (em: EntityManager, sale: Begun): Promise<void> => {
  const { row, customer, started, isRepeated } = sale;
  if (!row.discountId) return;
  if (isRepeated) await giveBackRedemption(em, row.id);
  else
    await nameRedeemer(em, row.id, {
      customerId: customer.id,
      subscriptionId: started?.row.id ?? null,
    });
};

const purchaseOfPayment = ({
  paid: { changes },
  row,
  customer,
  plan,
  isNew,
  isRepeated,
}: Begun): PaidPurchase[] =>
  row.paymentId === null
    ? []
    : [
        {
          paymentId: row.paymentId,
          customerId: customer.id,
          orderId: plan.row.id,
          changes,
          card: cardOf(row, isRepeated),
          isNewCustomer: isNew,
        },
      ];

const writeSold = (
  em: EntityManager,
  now: Date,
  { row, customer, plan, started, isRepeated }: Begun,
): Promise<CheckoutRow> =>
  writeCheckout(em, row, {
    status: 'succeeded',
    modifiedAt: now,
    paymentId: row.paymentId,
    customerId: customer.id,
    subscriptionId: row.subscriptionId,
    orderId: plan.row.id,
    startedSubscriptionId: started?.row.id ?? null,
    isRepeated,
  });

/** Whoever typed the address of a customer whom there was before runs up no debts for them. */
const isTheirs = ({ isCustomerFromSeller }: CheckoutRow, customer: CustomerRow, now: Date): boolean =>
  isCustomerFromSeller || customer.createdAt.getTime() >= now.getTime();

/** Whoever typed an address chooses no card for its owner; what was taken back is not charged again. */
const cardOf = ({ isCustomerFromSeller }: CheckoutRow, isRepeated: boolean) =>
  isRepeated ? 'forgotten' : isCustomerFromSeller ? 'default' : 'beside';

/**
 * The customer has a subscription, and the seller allows one. Whoever paid saw the same as anybody: an address must
 * not tell. The new subscription ends at once, the money goes back, and a mail tells the customer.
 */
const takeBackRepeated = async (
  em: EntityManager,
  now: Date,
  { started, isRepeated }: Begun,
  { organizationId, customerId, id: checkoutId, paymentId }: CheckoutRow,
): Promise<boolean> => {
  if (!started || !isRepeated) return false;
  const subscriptionId = started.row.id;
  await revokeSubscription(em, subscriptionId, now);
  const repeated = { subscriptionId, organizationId, customerId: customerId ?? '', checkoutId };
  await emit(em, subscriptionRepeated, repeated);
  return paymentId !== null && writeRefund(em, now, { paymentId, reason: 'repeated_subscription' });
};

/** Sales of subscriptions whose seller or customer has gone while they were paid. */
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

/** Of what nobody serves it is an order, but nobody goes on paying. */
const endWhatNobodyServes = async (
  em: EntityManager,
  now: Date,
  { checkout: { organizationId }, customer }: Purchase,
): Promise<void> => {
  if ((await findEnded(em, [organizationId])).has(organizationId))
    await revokeSubscriptionsOfOrganization(em, organizationId, { now, limit: pageSize });
  else if (customer.deletedAt) await revokeSubscriptionsOfCustomer(em, customer.id, now);
};
