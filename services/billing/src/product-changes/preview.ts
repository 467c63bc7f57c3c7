/** What a change of product would charge, and what the next order of a subscription will: nothing is written. */
import type {
  SubscriptionChangePreview,
  SubscriptionUpdateProduct,
  UpcomingInvoice,
} from '@tessera/proto/api/billing/subscription';
import type { Billing } from '../billing.ts';
import { findBalance } from '../customers/balance.ts';
import { appliedBalanceOf, dueAmountOf } from '../orders/due.ts';
import type { OrderLine, OrderPlan } from '../orders/plan.ts';
import { findWaitingLines } from '../renewals/lines.ts';
import { planSubscriptionOrder } from '../renewals/order.ts';
import { discountWith, nextCycle } from '../renewals/plan.ts';
import { applyPending } from '../renewals/renew.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { subscriptionErrors } from '../subscriptions/errors.ts';
import { fillSubscriptions } from '../subscriptions/find.ts';
import { moveTo } from '../subscriptions/move.ts';
import { billableStatuses } from '../subscriptions/rules.ts';
import type { FullSubscription } from '../subscriptions/view.ts';
import { findOpenUse } from '../usage/entries/close.ts';
import { type PlannedChange, planChange } from './change.ts';
import { assertChangeable, findWanted } from './wanted.ts';

/** Refused as the change itself would be. */
export const previewChange = async (
  billing: Billing,
  row: SubscriptionRow,
  body: SubscriptionUpdateProduct,
): Promise<SubscriptionChangePreview> => {
  const em = billing.db.manager;
  const { productId, prorationBehavior } = body;
  if (prorationBehavior === 'next_period') return previewScheduled(billing, row, productId);
  const planned = await planChange(billing, { id: row.id, productId, prorationBehavior });
  const [present] = planned ? [planned.change.full] : await fillSubscriptions(em, [row]);
  if (!present) throw new Error(`subscription ${row.id} is gone`);
  const balance = await findBalance(em, row);
  const invoice = planned?.plan ? viewUpcoming(planned.plan, { date: billing.now(), balance }) : null;
  const left = balance + (invoice?.appliedBalanceAmount ?? 0);
  const waiting = await waitingAfter(billing, row, planned);
  return {
    ...viewChanged(present),
    prorationBehavior: planned?.behavior ?? prorationBehavior ?? null,
    invoice,
    nextInvoice: await planNext(billing, present, { waiting, balance: left }),
  };
};

/** Nothing is charged now; the next period is the other product's. */
const previewScheduled = async (
  billing: Billing,
  row: SubscriptionRow,
  productId: string,
): Promise<SubscriptionChangePreview> => {
  const em = billing.db.manager;
  assertChangeable(row);
  const [full] = await fillSubscriptions(em, [row]);
  if (!full) throw new Error(`subscription ${row.id} is gone`);
  const { product } = await findWanted(billing, full, productId);
  const { full: moved } = moveTo(full, product, billing.now());
  const { lines: waiting } = await findWaitingLines(em, row);
  return {
    ...viewChanged(moved),
    prorationBehavior: 'next_period',
    invoice: null,
    nextInvoice: await planNext(billing, moved, { waiting, balance: await findBalance(em, row) }),
  };
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

/** What will wait for the next order once the change is made. */
const waitingAfter = async (
  billing: Billing,
  row: SubscriptionRow,
  planned: PlannedChange | null,
): Promise<OrderLine[]> => {
  if (planned?.change.charges?.isNewPeriod) return [];
  const { lines } = await findWaitingLines(billing.db.manager, row);
  return [...lines, ...(planned?.change.waiting ?? [])];
};

/** The next order of a subscription as things stand. Throws AlreadyCanceledSubscription where none will come. */
export const getUpcomingInvoice = async (
  billing: Billing,
  row: SubscriptionRow,
): Promise<UpcomingInvoice> => {
  if (row.cancelAtPeriodEnd || row.pauseAtPeriodEnd || row.endedAt || !billableStatuses.includes(row.status))
    throw subscriptionErrors.AlreadyCanceledSubscription();
  const em = billing.db.manager;
  const [full] = await fillSubscriptions(em, [row]);
  if (!full) throw new Error(`subscription ${row.id} is gone`);
  const { lines, usageAmount } = await findWaitingLines(em, row);
  const used = full.meters.length > 0 ? await findOpenUse(em, row) : [];
  const { full: next } = await applyPending(em, full, billing.now());
  return planNext(billing, next, {
    waiting: [...lines, ...used],
    usageAmount: used.reduce((sum, { amount }) => sum + amount, usageAmount),
    balance: await findBalance(em, row),
  });
};

const planNext = async (
  billing: Billing,
  full: FullSubscription,
  { waiting, usageAmount = 0, balance }: { waiting: OrderLine[]; usageAmount?: number; balance: number },
): Promise<UpcomingInvoice> => {
  const date = full.row.currentPeriodEnd ?? billing.now();
  const cycle = nextCycle(full, date, 0);
  const plan = await planSubscriptionOrder(billing, full, {
    lines: [...cycle.lines, ...waiting],
    discount: discountWith(full, cycle, usageAmount),
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
