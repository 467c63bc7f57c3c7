/** The period that an order of a subscription pays for, as invoices have to say it: pure. */
import type { FullOrder } from '../orders/view.ts';
import { anchorDayOf, cadenceOf, periodEnd } from '../subscriptions/rules.ts';

/** `end`: when the next one begins. */
export type PaidPeriod = { start: Date; end: Date };

/**
 * `renewedFrom`: where the order's own period begins, as it was renewed; null: it was not. Null for what is sold once, for
 * what changes within a period, and for trials, which cost nothing.
 */
export const paidPeriodOf = (
  { row, product, subscription }: Pick<FullOrder, 'row' | 'product' | 'subscription'>,
  renewedFrom: Date | null,
): PaidPeriod | null => {
  const { recurringInterval, recurringIntervalCount } = product;
  if (!subscription || recurringInterval === null) return null;
  const isFirst = row.billingReason === 'subscription_create' && subscription.trialStart === null;
  const start = renewedFrom ?? (isFirst ? subscription.startedAt : null);
  if (!start) return null;
  const cadence = cadenceOf({ recurringInterval, recurringIntervalCount });
  return { start, end: periodEnd(start, cadence, anchorFor(start, subscription.anchorDay)) };
};

/** The subscription's, where a period that begins then has it; else that of before, which the period itself tells. */
const anchorFor = (start: Date, anchorDay: number): number => {
  const day = anchorDayOf(start);
  const isLastOfMonth = anchorDayOf(new Date(start.getTime() + 86_400_000)) === 1;
  return isLastOfMonth && anchorDay > day ? anchorDay : day;
};
