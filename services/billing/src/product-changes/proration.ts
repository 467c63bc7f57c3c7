/**
 * What a change of product does to a subscription and what it costs: pure (contracts/billing-behaviour.md, section 4).
 * Amounts in minor units; time counts to the second.
 */
import type { SubscriptionProrationBehavior } from '@tessera/proto/api/billing/enums';
import { share } from '@tessera/proto/api/money';
import type { FullDiscount } from '../catalog/discounts/find.ts';
import { appliesTo, discountAmountOf } from '../catalog/discounts/rules.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import type { OrderLine } from '../orders/plan.ts';
import type { PaidForPeriod } from '../renewals/paid.ts';
import { periodPriceId, priceOfPeriod } from '../renewals/plan.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { type Moved, moveTo } from '../subscriptions/move.ts';
import { anchorDayOf, cadenceOf, periodEnd } from '../subscriptions/rules.ts';
import type { FullSubscription } from '../subscriptions/view.ts';

/**
 * `full`: the subscription once it has changed. `charges`: what is ordered now (null: nothing), of the period that
 * begins now where that is `isNewPeriod`. `waiting`: what the next order brings.
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

/** `periodDiscount`: what is on the present period, whatever discount the subscription has by now. `paid`: for that period. */
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
  // What was refunded is not credited once more.
  const worth = Math.min(0 - unused.amount, paid.amount);
  const credit = { ...unused, amount: 0 - inTermsOf(product, worth, { before: full.product, paid }) };
  if (!isSameCadence(full.row, moved.full.row)) return beginPeriod(moved, credit, now);
  const lines = [
    credit,
    prorated(`Remaining time on ${product.name}`, moved.full, { ...left, sign: 1 }),
  ].filter(({ amount }) => amount !== 0);
  if (behavior === 'prorate' || lines.length === 0) return { ...moved, charges: null, waiting: lines };
  // The discount of the period is named by its orders; here it is inside of the lines.
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

/** Another interval: a period begins now and is paid for whole; what is left of the present one is credited. */
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

/**
 * A credit stands beside what the new product costs, and is taxed as that is: where one's prices contain their tax and the
 * other's do not, it is counted with the tax that was paid, or without.
 */
const inTermsOf = (
  product: FullProduct,
  amount: number,
  { before, paid }: { before: FullProduct; paid: PaidForPeriod },
): number => {
  if (product.taxBehavior === before.taxBehavior || paid.amount === 0) return amount;
  const tax = share(amount, { part: paid.tax, whole: paid.amount, halves: 'even' });
  return product.taxBehavior === 'inclusive' ? amount + tax : amount - tax;
};

type Left = { now: Date; start: Date; end: Date | null; periodDiscount: FullDiscount | null };

/** What the rest of the period is worth at what a subscription costs in it; halves go to the even neighbour. */
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

/** How many seconds of how many are left of a period. */
const secondsLeft = ({ now, start, end }: Omit<Left, 'periodDiscount'>): { part: number; whole: number } => {
  if (!end) return { part: 0, whole: 1 };
  const whole = secondsOf(end) - secondsOf(start);
  const part = Math.min(Math.max(secondsOf(end) - secondsOf(now), 0), whole);
  return { part, whole: Math.max(whole, 1) };
};

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
