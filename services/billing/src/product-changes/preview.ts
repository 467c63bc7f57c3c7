/** Previews what a change of product would charge, and a subscription's next order; nothing is written. */
import type {
  SubscriptionChangePreview,
  SubscriptionUpdateProduct,
  UpcomingInvoice,
} from '@tessera/proto/api/billing/subscription';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { findUsableBalance, findUsableBalanceAfter } from '../orders/credit.ts';
import { appliedBalanceOf, dueAmountOf } from '../orders/due.ts';
import type { OrderLine, OrderPlan } from '../orders/plan.ts';
import { discountAtEnd } from '../renewals/periods/final.ts';
import { findWaitingLines } from '../renewals/periods/lines.ts';
import { planSubscriptionOrder } from '../renewals/periods/order.ts';
import { applyPending } from '../renewals/periods/pending.ts';
import { discountWith, nextCycle } from '../renewals/periods/plan.ts';
import { endsBesideAnother } from '../renewals/periods/repeated.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { subscriptionErrors } from '../subscriptions/errors.ts';
import { fillSubscriptions } from '../subscriptions/find.ts';
import { moveTo } from '../subscriptions/move.ts';
import { withoutPlanned } from '../subscriptions/pending.ts';
import { billableStatuses } from '../subscriptions/rules.ts';
import type { FullSubscription } from '../subscriptions/view.ts';
import { findOpenUse, findUseAfter } from '../usage/entries/close.ts';
import { type PlannedChange, planChange } from './change.ts';
import { assertChangeable, findWanted } from './wanted.ts';

/**
 * Throws what the change itself would throw. `nextInvoice` is what `getUpcomingInvoice` returns after the change.
 * `knowsOthers`: whether the caller may learn that the customer has another subscription, beside which this one ends.
 */
export const previewChange = async (
  billing: Billing,
  row: SubscriptionRow,
  { body, knowsOthers }: { body: SubscriptionUpdateProduct; knowsOthers: boolean },
): Promise<SubscriptionChangePreview> => {
  const em = billing.db.manager;
  const { productId, prorationBehavior } = body;
  const plan = knowsOthers && (await endsBesideAnother(billing, row)) ? planLast : planNext;
  if (prorationBehavior === 'next_period') return previewScheduled(billing, row, { productId, plan });
  const planned = await planChange(billing, { id: row.id, productId, prorationBehavior });
  const balance = await findUsableBalance(em, row);
  if (!planned) {
    const full = await fill(billing, row);
    return {
      ...viewChanged(full),
      prorationBehavior: prorationBehavior ?? null,
      invoice: null,
      nextInvoice: await plan(billing, full, { waiting: await findWaiting(em, full), balance }),
    };
  }
  const { change, behavior } = planned;
  const invoice = planned.plan ? viewUpcoming(planned.plan, { date: billing.now(), balance }) : null;
  return {
    ...viewChanged(change.full),
    prorationBehavior: behavior,
    invoice,
    nextInvoice: await plan(billing, change.full, {
      waiting: await findWaitingAfter(em, planned),
      balance: invoice ? await findUsableBalanceAfter(em, row, invoice.appliedBalanceAmount) : balance,
    }),
  };
};

/** Nothing is charged now; the next period is that of the other product. */
const previewScheduled = async (
  billing: Billing,
  row: SubscriptionRow,
  { productId, plan }: { productId: string; plan: typeof planNext | typeof planLast },
): Promise<SubscriptionChangePreview> => {
  const em = billing.db.manager;
  assertChangeable(row);
  const full = await fill(billing, row);
  const { product, isPresent } = await findWanted(billing, full, productId);
  const planned = { id: '', createdAt: billing.now().toISOString(), productId };
  const pendingUpdate = isPresent ? withoutPlanned(row.pendingUpdate) : planned;
  const { full: moved } = moveTo(full, product, billing.now());
  return {
    ...viewChanged(moved),
    prorationBehavior: 'next_period',
    invoice: null,
    nextInvoice: await plan(
      billing,
      { ...full, row: { ...row, pendingUpdate } },
      { waiting: await findWaiting(em, full), balance: await findUsableBalance(em, row) },
    ),
  };
};

export const fill = async ({ db }: Billing, row: SubscriptionRow): Promise<FullSubscription> => {
  const [full] = await fillSubscriptions(db.manager, [row]);
  if (!full) throw new Error(`subscription ${row.id} is gone`);
  return full;
};

const viewChanged = ({ product, row }: FullSubscription) => ({
  productId: product.id,
  amount: row.amount,
  currency: row.currency,
  recurringInterval: row.recurringInterval,
  recurringIntervalCount: row.recurringIntervalCount,
  currentPeriodStart: row.currentPeriodStart,
  currentPeriodEnd: row.currentPeriodEnd,
  discountId: row.discountId,
});

/** `usageAmount`: the sum of the usage lines. */
export type Waiting = { lines: OrderLine[]; usageAmount: number };

/** The lines of the next order besides the price of its period, as of now. */
const findWaiting = async (em: EntityManager, { row, meters }: FullSubscription): Promise<Waiting> => {
  const { lines, usageAmount } = await findWaitingLines(em, row);
  return withUse({ lines, usageAmount }, meters.length > 0 ? await findOpenUse(em, row) : []);
};

/** `findWaiting` after the change: prorated lines come before usage. */
const findWaitingAfter = async (
  em: EntityManager,
  { before, change, plan }: PlannedChange,
): Promise<Waiting> => {
  const isNewPeriod = change.charges?.isNewPeriod ?? false;
  const { prices } = change.full;
  const { closed, open } = await findUseAfter(em, before.row, { prices, isNewPeriod });
  if (isNewPeriod) return withUse({ lines: [], usageAmount: 0 }, open);
  const present = await findWaitingLines(em, before.row);
  const [prorated, used] = [true, false].map((isProrated) =>
    present.lines.filter(({ proration = false }) => proration === isProrated),
  );
  // The order of the change bills what waited for the next one.
  const lines = [...((!plan && prorated) || []), ...change.waiting, ...(used ?? [])];
  return withUse({ lines, usageAmount: present.usageAmount }, [...closed, ...open]);
};

export const withUse = ({ lines, usageAmount }: Waiting, used: readonly OrderLine[]): Waiting => ({
  lines: [...lines, ...used],
  usageAmount: used.reduce((sum, { amount }) => sum + amount, usageAmount),
});

/** Returns the subscription's next order as of now. Throws AlreadyCanceledSubscription if there will be none. */
export const getUpcomingInvoice = async (
  billing: Billing,
  row: SubscriptionRow,
): Promise<UpcomingInvoice> => {
  if (row.cancelAtPeriodEnd || row.pauseAtPeriodEnd || row.endedAt || !billableStatuses.includes(row.status))
    throw subscriptionErrors.AlreadyCanceledSubscription();
  const em = billing.db.manager;
  const full = await fill(billing, row);
  return planNext(billing, full, {
    waiting: await findWaiting(em, full),
    balance: await findUsableBalance(em, row),
  });
};

/** `balance`: the customer's balance before the order. */
export const planNext = async (
  billing: Billing,
  present: FullSubscription,
  { waiting: { lines, usageAmount }, balance }: { waiting: Waiting; balance: number },
): Promise<UpcomingInvoice> => {
  const { full } = await applyPending(billing.db.manager, present, billing.now());
  const date = full.row.currentPeriodEnd ?? billing.now();
  const cycle = nextCycle(full, date, 0);
  const plan = await planSubscriptionOrder(billing, full, {
    lines: [...cycle.lines, ...lines],
    discount: discountWith(full, cycle, usageAmount),
    reason: 'subscription_cycle',
    key: date.toISOString(),
  });
  return viewUpcoming(plan, { date, balance });
};

/** The order of what waits when a subscription ends with its period (`renewals/periods/final.ts`); null: nothing. */
const planLast = async (
  billing: Billing,
  full: FullSubscription,
  { waiting: { lines, usageAmount }, balance }: { waiting: Waiting; balance: number },
): Promise<UpcomingInvoice | null> => {
  if (lines.length === 0) return null;
  const date = full.row.currentPeriodEnd ?? billing.now();
  const plan = await planSubscriptionOrder(billing, full, {
    lines,
    discount: discountAtEnd(full, { usageAmount, end: date }),
    reason: 'subscription_cycle',
    key: date.toISOString(),
  });
  return viewUpcoming(plan, { date, balance });
};

const viewUpcoming = (
  { row, items }: OrderPlan,
  { date, balance }: { date: Date; balance: number },
): UpcomingInvoice => {
  const appliedBalanceAmount = appliedBalanceOf(row, balance);
  return {
    date,
    billingReason: row.billingReason,
    currency: row.currency,
    subtotalAmount: row.subtotalAmount,
    discountAmount: row.discountAmount,
    netAmount: row.netAmount,
    taxAmount: row.taxAmount,
    totalAmount: row.totalAmount,
    appliedBalanceAmount,
    dueAmount: dueAmountOf({ totalAmount: row.totalAmount, appliedBalanceAmount }),
    items: items.map(({ label, amount, taxAmount, proration, productPriceId }) => ({
      label,
      amount,
      taxAmount,
      proration,
      productPriceId,
    })),
  };
};
