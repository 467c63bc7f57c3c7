/**
 * What a change of product does to a subscription and what it costs: pure (contracts/billing-behaviour.md, section 4).
 * Amounts in minor units; time counts to the second.
 */
import type { SubscriptionProrationBehavior } from '@tessera/proto/api/billing/enums';
import { share } from '@tessera/proto/api/money';
import { discountAmountOf } from '../catalog/discounts/rules.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import type { OrderLine } from '../orders/plan.ts';
import { priceOfPeriod } from '../renewals/plan.ts';
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

export const planProductChange = (
  full: FullSubscription,
  { product, behavior, now }: { product: FullProduct; behavior: SubscriptionProrationBehavior; now: Date },
): ProductChange => {
  const moved = moveTo(full, product, now);
  if (full.row.status === 'trialing') return { ...moved, charges: null, waiting: [] };
  if (!isSameCadence(full.row, moved.full.row)) return beginPeriod(full, moved, now);
  const left = { now, start: full.row.currentPeriodStart, end: full.row.currentPeriodEnd };
  const lines = [
    prorated(`Unused time on ${full.product.name}`, full, { left, sign: -1 }),
    prorated(`Remaining time on ${product.name}`, moved.full, { left, sign: 1 }),
  ].filter(({ amount }) => amount !== 0);
  if (behavior === 'prorate' || lines.length === 0) return { ...moved, charges: null, waiting: lines };
  // The discount is inside of the lines.
  return {
    ...moved,
    charges: { lines, discount: { id: null, amount: 0 }, isNewPeriod: false },
    waiting: [],
  };
};

const isSameCadence = (one: SubscriptionRow, other: SubscriptionRow): boolean =>
  one.recurringInterval === other.recurringInterval &&
  one.recurringIntervalCount === other.recurringIntervalCount;

/** Another interval: a period begins now and is paid for whole; what is left of the present one is credited. */
const beginPeriod = (full: FullSubscription, moved: Moved, now: Date): ProductChange => {
  const { line, discount, changes } = priceOfPeriod(moved.full, now);
  const anchorDay = anchorDayOf(now);
  const all = {
    ...moved.changes,
    ...changes,
    anchorDay,
    currentPeriodStart: now,
    currentPeriodEnd: periodEnd(now, cadenceOf(moved.full.row), anchorDay),
  };
  const left = { now, start: full.row.currentPeriodStart, end: full.row.currentPeriodEnd };
  const credit = prorated(`Unused time on ${full.product.name}`, full, { left, sign: -1 });
  const row = { ...moved.full.row, ...all };
  return {
    full: { ...moved.full, row, discount: row.discountId ? moved.full.discount : null },
    changes: all,
    charges: { lines: credit.amount === 0 ? [line] : [line, credit], discount, isNewPeriod: true },
    waiting: [],
  };
};

type Left = { now: Date; start: Date; end: Date | null };

/** What the rest of the period is worth at what a subscription costs in it; halves go to the even neighbour. */
const prorated = (
  label: string,
  { row, discount }: FullSubscription,
  { left, sign }: { left: Left; sign: 1 | -1 },
): OrderLine => {
  const subtotal = row.subtotalAmount ?? row.amount;
  // One that was given to the running subscription takes nothing off the present period.
  const isDiscounted = discount !== null && row.discountAppliedAt !== null;
  const price = isDiscounted ? subtotal - discountAmountOf(discount, subtotal) : subtotal;
  const amount = share(price, { ...secondsLeft(left), halves: 'even' });
  return { label, amount: 0 + sign * amount, productPriceId: row.priceIds[0] ?? null, proration: true };
};

/** How many seconds of how many are left of a period. */
const secondsLeft = ({ now, start, end }: Left): { part: number; whole: number } => {
  if (!end) return { part: 0, whole: 1 };
  const whole = secondsOf(end) - secondsOf(start);
  const part = Math.min(Math.max(secondsOf(end) - secondsOf(now), 0), whole);
  return { part, whole: Math.max(whole, 1) };
};

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
