/** The period that a subscription's order pays for, as invoices must state it. Pure. */
import type { FullOrder } from '../orders/view.ts';
import { anchorDayOf, cadenceOf, periodEnd } from '../subscriptions/rules.ts';

/** `end`: exclusive, the start of the next period. */
export type PaidPeriod = { start: Date; end: Date };

/**
 * Returns the period, or null for one-time products, changes within a period, and trials, which are free. That of a
 * subscription's final order is the last one. `renewedFrom`: start of the renewed period; null: the order is no renewal.
 */
export const paidPeriodOf = (
  { row, product, subscription }: Pick<FullOrder, 'row' | 'product' | 'subscription'>,
  renewedFrom: Date | null,
): PaidPeriod | null => {
  const { recurringInterval, recurringIntervalCount } = product;
  if (!subscription || recurringInterval === null) return null;
  const start = renewedFrom ?? boughtFrom(row, subscription);
  if (!start) return null;
  const { currentPeriodStart: last, endedAt } = subscription;
  if (endedAt && start >= endedAt && last < endedAt) return { start: last, end: endedAt };
  const cadence = cadenceOf({ recurringInterval, recurringIntervalCount });
  return { start, end: periodEnd(start, cadence, anchorFor(start, subscription.anchorDay)) };
};

/** The start of the period that a checkout's order pays for, whether it begins a subscription or upgrades one. */
const boughtFrom = (
  { billingReason, checkoutId, createdAt }: FullOrder['row'],
  { trialStart, startedAt }: NonNullable<FullOrder['subscription']>,
): Date | null => {
  if (billingReason === 'subscription_create') return trialStart === null ? startedAt : null;
  return billingReason === 'subscription_update' && checkoutId !== null ? createdAt : null;
};

/** The subscription's anchor day if the period can start on it, else that of before a change, as the period shows. */
const anchorFor = (start: Date, anchorDay: number): number => {
  const day = anchorDayOf(start);
  const isLastOfMonth = anchorDayOf(new Date(start.getTime() + 86_400_000)) === 1;
  return isLastOfMonth && anchorDay > day ? anchorDay : day;
};
