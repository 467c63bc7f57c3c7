/** Computes a subscription's next period and its price; pure functions. Amounts in minor units. */
import { discountAmountOf } from '../../catalog/discounts/rules.ts';
import { staticPrice } from '../../catalog/products/rules.ts';
import type { OrderLine } from '../../orders/plan.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { cadenceOf, isOfMonths, type NextPeriod, nextPeriod } from '../../subscriptions/rules.ts';
import type { FullSubscription } from '../../subscriptions/view.ts';
import { discountHolds } from '../rules.ts';

/** `discount.id` null: no discount applies. An applied discount may still amount to 0. */
export type Cycle = {
  period: NextPeriod;
  changes: Partial<SubscriptionRow>;
  lines: OrderLine[];
  discount: { id: string | null; amount: number };
};

/** `catchUpDays`: see `nextPeriod`. */
export const nextCycle = (full: FullSubscription, now: Date, catchUpDays: number): Cycle => {
  const { row } = full;
  const { currentPeriodEnd: end, anchorDay } = row;
  if (!end) throw new Error(`subscription ${row.id} has no period`);
  const period = nextPeriod({ ...cadenceOf(row), end, anchorDay }, now, catchUpDays);
  const { line, discount, changes } = priceOfPeriod(full, period);
  return {
    period,
    lines: [line],
    discount,
    changes: {
      ...changes,
      // The end of a trial.
      status: 'active',
      currentPeriodStart: period.start,
      currentPeriodEnd: period.end,
      anchorDay: period.anchorDay,
      modifiedAt: now,
    },
  };
};

/** The amount that a discount takes off. */
export const discountOf = (discount: FullSubscription['discount'], of: number): Cycle['discount'] => ({
  id: discount?.id ?? null,
  amount: discount ? discountAmountOf(discount, of) : 0,
});

/** The discount on an order of the next period and metered usage: it applies to both. */
export const discountWith = (
  full: FullSubscription,
  { lines, changes, discount }: Cycle,
  usageAmount: number,
) => {
  if (usageAmount === 0 || !full.discount || changes.discountId === null) return discount;
  return discountOf(full.discount, usageAmount + lines.reduce((sum, { amount }) => sum + amount, 0));
};

/** The price that a period is paid by; a metered one if there is no other. */
export const periodPriceId = ({ row, prices }: Pick<FullSubscription, 'row' | 'prices'>): string | null =>
  staticPrice(prices)?.id ?? row.priceIds[0] ?? null;

/** The price of a whole period; an expired discount is removed from the subscription. */
export const priceOfPeriod = (full: FullSubscription, period: Pick<NextPeriod, 'start' | 'anchorDay'>) => {
  const { row, product } = full;
  const { subtotal, amount, ...changes } = costOf(full, period);
  const isOver = changes.discountId === null;
  return {
    line: { label: product.name, amount: subtotal, productPriceId: periodPriceId(full) },
    discount: { id: isOver ? null : row.discountId, amount: subtotal - amount },
    changes: { ...changes, amount },
  };
};

const costOf = (
  { row, discount }: FullSubscription,
  { start: periodStart, anchorDay: day }: Pick<NextPeriod, 'start' | 'anchorDay'>,
) => {
  const subtotal = row.subtotalAmount ?? row.amount;
  if (!discount) return { subtotal, amount: row.amount };
  // A discount added to the running subscription begins with this period.
  const appliedAt = row.discountAppliedAt ?? periodStart;
  const anchorDay = isOfMonths(row.recurringInterval) ? day : null;
  if (discountHolds(discount, { appliedAt, periodStart, anchorDay }))
    return { subtotal, amount: row.amount, discountAppliedAt: appliedAt };
  return { subtotal, amount: subtotal, discountId: null, discountAppliedAt: null, subtotalAmount: null };
};
