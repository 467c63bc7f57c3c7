/** Subscriptions, pure: states and periods (contracts/billing-behaviour.md, section 4). */
import type { SubscriptionRecurringInterval, SubscriptionStatus } from '@tessera/proto/api/billing/enums';

/** The customer has what they pay for. */
export const activeStatuses = ['trialing', 'active'] as const satisfies SubscriptionStatus[];
/** The customer goes on paying for it. */
export const billableStatuses: readonly SubscriptionStatus[] = [...activeStatuses, 'past_due'];
/** The customer has lost it. */
export const revokedStatuses = ['past_due', 'canceled', 'unpaid'] as const satisfies SubscriptionStatus[];

/** The day of the month on which periods begin; kept, so that a 31st does not drift to the 28th. */
export const anchorDayOf = (start: Date): number => start.getUTCDate();

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The end of the period that begins at `start`: a calendar month or year on, at the anchor day or the month's last. */
export const periodEnd = (start: Date, interval: SubscriptionRecurringInterval, anchorDay: number): Date => {
  const months = start.getUTCMonth() + (interval === 'year' ? 12 : 1);
  const year = start.getUTCFullYear() + Math.floor(months / 12);
  const month = months % 12;
  const end = new Date(start);
  end.setUTCFullYear(year, month, Math.min(anchorDay, daysInMonth(year, month)));
  return end;
};

/** The next period of a subscription whose period is over. */
export type NextPeriod = {
  start: Date;
  end: Date;
  anchorDay: number;
  /** Whole periods that nobody renewed; they are never charged. Above 0: the seller is told. */
  missed: number;
};

/**
 * One period a time follows the last one, from its end on. Where more than that has passed (renewals did not run, or
 * did not exist), one period from now takes the place of all that were missed, and a new anchor day.
 */
export const nextPeriod = (
  last: { end: Date; interval: SubscriptionRecurringInterval; anchorDay: number },
  now: Date,
): NextPeriod => {
  const { interval, anchorDay } = last;
  const end = periodEnd(last.end, interval, anchorDay);
  if (end > now) return { start: last.end, end, anchorDay, missed: 0 };
  const anchor = anchorDayOf(now);
  return {
    start: now,
    end: periodEnd(now, interval, anchor),
    anchorDay: anchor,
    missed: missedPeriods(last, now),
  };
};

/** Whole periods between the end of the last one and now. */
const missedPeriods = (
  last: { end: Date; interval: SubscriptionRecurringInterval; anchorDay: number },
  now: Date,
): number => {
  let missed = 0;
  for (let end = last.end; ; missed += 1) {
    end = periodEnd(end, last.interval, last.anchorDay);
    if (end > now) return missed;
  }
};
