/** The first half of settling checkouts: whose they are, and the subscriptions that they begin or change. */
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from '../../customers/entity.ts';
import type { Resolved } from '../../customers/find-or-create.ts';
import type { OrderPlan } from '../../orders/plan.ts';
import { findPayment, type paidChanges } from '../../payments/service.ts';
import { findSubscribers } from '../../subscriptions/find.ts';
import { replaceProduct, type Sold, type Started, startSubscriptions } from '../../subscriptions/start.ts';
import { hasHadTrial } from '../../subscriptions/trials.ts';
import type { CheckoutRow } from '../entity.ts';
import type { CheckoutContext } from '../view.ts';
import { resolveCustomers, resolveUpgrade } from './customer.ts';
import { orderOf, type Purchase, purchaseOf, subscriptionSold } from './sold.ts';

/**
 * `isOnlyOne`: a customer may have one subscription; `hasOneTrial`: a customer has one trial. `changes`: of a payment
 * whose success is still to be written.
 */
export type Paid = {
  row: CheckoutRow;
  context: CheckoutContext;
  changes: ReturnType<typeof paidChanges> | null;
  isOnlyOne: boolean;
  hasOneTrial: boolean;
};

/** `isNew`: the customer was made by it. `isRepeated`: the customer has a subscription, and may have one. */
type Sale = {
  paid: Paid;
  row: CheckoutRow;
  customer: CustomerRow;
  purchase: Purchase;
  isNew: boolean;
  isRepeated: boolean;
};

/** A sale whose subscription has begun, if it is of one. */
export type Begun = Sale & { started: Started | null; plan: OrderPlan };

/** The sales of paid checkouts, in their order. Throws where two are of one customer. */
export const begin = async (em: EntityManager, now: Date, all: readonly Paid[]): Promise<Begun[]> => {
  const sales = await identify(em, now, all);
  const started = await subscribe(em, now, sales);
  return sales.map((sale) => {
    const begun = started.get(sale) ?? null;
    return { ...sale, started: begun, plan: orderOf(now, sale.purchase, begun?.row.id ?? null) };
  });
};

/** Whose the checkouts are, and what they have sold. */
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
  // The customers' rows are locked: of two checkouts that are settled at once, the second sees the first.
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

/** The subscriptions that sales begin, or change. */
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
    if (id) started.set(sale, await replaceProduct(em, now, { ...sold, id, isOwners }));
    else fresh.push({ sale, sold });
  }
  const begun = await startSubscriptions(
    em,
    now,
    fresh.map(({ sold }) => sold),
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

/** Of the card that a checkout is paid with; null: it is not known, or there is none. */
const findFingerprint = async (
  em: EntityManager,
  { paymentId }: CheckoutRow,
  changes: Paid['changes'],
): Promise<string | null> => {
  if (changes?.cardFingerprint != null || paymentId === null) return changes?.cardFingerprint ?? null;
  return (await findPayment(em, paymentId))?.cardFingerprint ?? null;
};
