/** First half of settling checkouts: resolves customers, and starts or upgrades subscriptions. */
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from '../../customers/entity.ts';
import type { Resolved } from '../../customers/find-or-create.ts';
import type { OrderPlan } from '../../orders/plan.ts';
import { findPayment, type paidChanges } from '../../payments/service.ts';
import { carryAt } from '../../renewals/periods/carry.ts';
import { findSubscribers } from '../../subscriptions/find.ts';
import { replaceProduct, type Sold, type Started, startSubscriptions } from '../../subscriptions/start.ts';
import { hasHadTrial } from '../../subscriptions/trials.ts';
import { carryCredit } from '../../usage/entries/carry.ts';
import type { CheckoutRow } from '../entity.ts';
import type { CheckoutContext } from '../view.ts';
import { resolveCustomers, resolveUpgrade } from './customer.ts';
import { orderOf, type Purchase, purchaseOf, subscriptionSold } from './sold.ts';

/**
 * `isOnlyOne`: the seller allows one subscription per customer; `hasOneTrial`: one trial per customer. `changes`: the
 * payment's changes, still to be written; null when there are none.
 */
export type Paid = {
  row: CheckoutRow;
  context: CheckoutContext;
  changes: ReturnType<typeof paidChanges> | null;
  isOnlyOne: boolean;
  hasOneTrial: boolean;
};

/** `isNew`: the sale created the customer. `isRepeated`: the customer already has the one allowed subscription. */
type Sale = {
  paid: Paid;
  row: CheckoutRow;
  customer: CustomerRow;
  purchase: Purchase;
  isNew: boolean;
  isRepeated: boolean;
};

/** A sale with its order; `started` is null for one-time products. */
export type Begun = Sale & { started: Started | null; plan: OrderPlan };

/** Begins the sales of paid checkouts, in their order. Throws when two are of one customer. */
export const begin = async (em: EntityManager, now: Date, all: readonly Paid[]): Promise<Begun[]> => {
  const sales = await identify(em, now, all);
  const started = await subscribe(em, now, sales);
  return sales.map((sale) => {
    const begun = started.get(sale) ?? null;
    return { ...sale, started: begun, plan: orderOf(now, sale.purchase, begun?.row.id ?? null) };
  });
};

/** Resolves the customers and purchases of checkouts. */
const identify = async (em: EntityManager, now: Date, all: readonly Paid[]): Promise<Sale[]> => {
  const customers = await resolveCustomers(
    em,
    now,
    all.map(({ row }) => row),
  );
  const sales: Sale[] = [];
  for (const [at, paid] of all.entries()) {
    const { customer, isNew } = customers[at] as Resolved;
    const row = await resolveUpgrade(em, paid.row, customer);
    const purchase = purchaseOf(row, customer, paid.context);
    sales.push({ paid, row, customer, purchase, isNew, isRepeated: false });
  }
  // The customers' rows are locked: of two concurrent checkouts, the second sees the first.
  const limited = sales.filter(
    ({ paid, row, isNew }) => paid.isOnlyOne && row.isRecurring && !row.subscriptionId && !isNew,
  );
  const subscribers = await findSubscribers(
    em,
    limited.map(({ customer }) => customer.id),
  );
  return sales.map((sale) => ({
    ...sale,
    isRepeated: limited.includes(sale) && subscribers.has(sale.customer.id),
  }));
};

/** Starts or upgrades the subscriptions of sales. */
const subscribe = async (
  em: EntityManager,
  now: Date,
  sales: readonly Sale[],
): Promise<Map<Sale, Started>> => {
  const started = new Map<Sale, Started>();
  const fresh: { sale: Sale; sold: Sold }[] = [];
  for (const sale of sales) {
    const { row, purchase } = sale;
    if (!row.isRecurring) continue;
    const { isRepeated } = sale;
    const sold = subscriptionSold(purchase, { isTrialUsed: await isTrialUsed(em, sale), isRepeated });
    const { subscriptionId: id, isCustomerFromSeller: isOwners } = row;
    if (id) started.set(sale, await replaceProduct(em, now, { ...sold, id, isOwners, carry: carryAt(now) }));
    else fresh.push({ sale, sold });
  }
  const begun = await startSubscriptions(
    em,
    now,
    fresh.map(({ sold }) => sold),
    carryCredit,
  );
  for (const [at, { sale }] of fresh.entries()) started.set(sale, begun[at] as Started);
  return started;
};

const isTrialUsed = async (
  em: EntityManager,
  { row, customer, paid: { hasOneTrial, changes } }: Sale,
): Promise<boolean> =>
  hasOneTrial &&
  row.confirmedTrial?.trialInterval != null &&
  (await hasHadTrial(em, customer, await findFingerprint(em, row, changes)));

/** The fingerprint of the card used; null when it is unknown or there is none. */
const findFingerprint = async (
  em: EntityManager,
  { paymentId }: CheckoutRow,
  changes: Paid['changes'],
): Promise<string | null> => {
  if (changes?.cardFingerprint != null || paymentId === null) return changes?.cardFingerprint ?? null;
  return (await findPayment(em, paymentId))?.cardFingerprint ?? null;
};
