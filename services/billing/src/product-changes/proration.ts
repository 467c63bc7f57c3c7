/**
 * Computes what a change of product does to a subscription and what it costs; pure functions
 * (contracts/billing-behaviour.md, section 4). Amounts in minor units; time in whole seconds.
 */
import type { SubscriptionProrationBehavior } from '@tessera/proto/api/billing/enums';
import { share } from '@tessera/proto/api/money';
import type { FullDiscount } from '../catalog/discounts/find.ts';
import { appliesTo, discountAmountOf } from '../catalog/discounts/rules.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import type { OrderLine } from '../orders/plan.ts';
import type { PaidForPeriod } from '../renewals/periods/paid.ts';
import { periodPriceId, priceOfPeriod } from '../renewals/periods/plan.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { type Moved, moveTo } from '../subscriptions/move.ts';
import { anchorDayOf, cadenceOf, periodEnd } from '../subscriptions/rules.ts';
import type { FullSubscription } from '../subscriptions/view.ts';

/**
 * `full`: the subscription after the change. `charges`: what is ordered now (null: nothing); with `isNewPeriod`, for
 * a period that begins now. `waiting`: lines for the next order. Lines are in the terms of the product that they are
 * for: with tax if its prices include it.
 */
export type ProductChange = {
  full: FullSubscription;
  changes: Partial<SubscriptionRow>;
  charges: {
    lines: OrderLine[];
    discount: { id: string | null; amount: number };
    isNewPeriod: boolean;
  } | null;
  waiting: OrderLine[];
};

/** `periodDiscount`: that of the current period, whatever the subscription's is now. `paid`: for the period. */
type Asked = {
  product: FullProduct;
  behavior: SubscriptionProrationBehavior;
  periodDiscount: FullDiscount | null;
  paid: PaidForPeriod;
  now: Date;
};

export const planProductChange = (
  full: FullSubscription,
  { product, behavior, periodDiscount, paid, now }: Asked,
): ProductChange => {
  const moved = moveTo(full, product, now);
  if (full.row.status === 'trialing') return { ...moved, charges: null, waiting: [] };
  const left = { now, start: full.row.currentPeriodStart, end: full.row.currentPeriodEnd, periodDiscount };
  const unused = prorated(`Unused time on ${full.product.name}`, full, { ...left, sign: -1 });
  // What was refunded must not be credited as well.
  const worth = Math.min(0 - unused.amount, paid[full.product.taxBehavior]);
  const credit = { ...unused, amount: 0 - worth };
  if (!isSameCadence(full.row, moved.full.row)) return beginPeriod(moved, credit, now);
  const lines = [
    credit,
    prorated(`Remaining time on ${product.name}`, moved.full, { ...left, sign: 1 }),
  ].filter(({ amount }) => amount !== 0);
  if (behavior === 'prorate' || lines.length === 0) return { ...moved, charges: null, waiting: lines };
  // Orders name the period's discount, whose amount is already included in the lines.
  const { discountId, discountAppliedAt } = moved.full.row;
  return {
    ...moved,
    charges: {
      lines,
      discount: { id: discountAppliedAt ? discountId : null, amount: 0 },
      isNewPeriod: false,
    },
    waiting: [],
  };
};

const isSameCadence = (one: SubscriptionRow, other: SubscriptionRow): boolean =>
  one.recurringInterval === other.recurringInterval &&
  one.recurringIntervalCount === other.recurringIntervalCount;

/** A different interval: a new period begins now and is charged in full; the rest of the current one is credited. */
const beginPeriod = (moved: Moved, credit: OrderLine, now: Date): ProductChange => {
  const anchorDay = anchorDayOf(now);
  const { line, discount, changes } = priceOfPeriod(moved.full, { start: now, anchorDay });
  const all = {
    ...moved.changes,
    ...changes,
    anchorDay,
    currentPeriodStart: now,
    currentPeriodEnd: periodEnd(now, cadenceOf(moved.full.row), anchorDay),
  };
  const row = { ...moved.full.row, ...all };
  return {
    full: { ...moved.full, row, discount: row.discountId ? moved.full.discount : null },
    changes: all,
    charges: { lines: credit.amount === 0 ? [line] : [line, credit], discount, isNewPeriod: true },
    waiting: [],
  };
};

type Left = { now: Date; start: Date; end: Date | null; periodDiscount: FullDiscount | null };

/** The value of the rest of the period at the subscription's price for it; halves are rounded to even. */
const prorated = (
  label: string,
  full: FullSubscription,
  { periodDiscount, sign, ...left }: Left & { sign: 1 | -1 },
): OrderLine => {
  const { row, product } = full;
  const subtotal = row.subtotalAmount ?? row.amount;
  const isDiscounted = periodDiscount !== null && appliesTo(periodDiscount, product);
  const price = isDiscounted ? subtotal - discountAmountOf(periodDiscount, subtotal) : subtotal;
  const amount = share(price, { ...secondsLeft(left), halves: 'even' });
  return { label, amount: 0 + sign * amount, productPriceId: periodPriceId(full), proration: true };
};

/** The seconds left of a period, out of its whole length. */
const secondsLeft = ({ now, start, end }: Omit<Left, 'periodDiscount'>): { part: number; whole: number } => {
  if (!end) return { part: 0, whole: 1 };
  const whole = secondsOf(end) - secondsOf(start);
  const part = Math.min(Math.max(secondsOf(end) - secondsOf(now), 0), whole);
  return { part, whole: Math.max(whole, 1) };
};

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
