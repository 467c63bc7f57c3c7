/** Rules of subscriptions, pure functions: states and periods (contracts/billing-behaviour.md, section 4). */
import type { SubscriptionRecurringInterval, SubscriptionStatus } from '@tessera/proto/api/billing/enums';
import type { Trial } from '../catalog/products/trial.ts';

/** Statuses with benefits. */
export const activeStatuses = ['trialing', 'active'] as const satisfies SubscriptionStatus[];
/** Statuses in which the subscription is still to be paid. */
export const billableStatuses: readonly SubscriptionStatus[] = [...activeStatuses, 'past_due'];
/** Statuses without benefits. */
export const revokedStatuses = ['past_due', 'canceled', 'unpaid'] as const satisfies SubscriptionStatus[];

/** Whether the subscription's benefits are revoked, which was reported when it happened. */
export const isRevoked = ({
  status,
  graceEndsAt,
}: {
  status: SubscriptionStatus;
  graceEndsAt: Date | null;
}): boolean =>
  status !== 'past_due' ? (revokedStatuses as readonly string[]).includes(status) : graceEndsAt === null;

/** The day of the month on which periods begin; stored, so that a 31st does not drift to the 28th. */
export const anchorDayOf = (start: Date): number => start.getUTCDate();

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Billing cadence: every `count` intervals. */
export type Cadence = { interval: SubscriptionRecurringInterval; count: number };

export const cadenceOf = ({
  recurringInterval: interval,
  recurringIntervalCount: count,
}: {
  recurringInterval: SubscriptionRecurringInterval;
  recurringIntervalCount: number;
}): Cadence => ({ interval, count });

/** Whether periods of this interval begin on a day of the month. */
export const isOfMonths = (interval: SubscriptionRecurringInterval): boolean =>
  interval === 'month' || interval === 'year';

const dayMilliseconds = 86_400_000;

/**
 * The end of the period that begins at `start`: `count` days or weeks later, or calendar months or years later, on
 * the anchor day or the month's last day. In UTC.
 */
export const periodEnd = (start: Date, { interval, count }: Cadence, anchorDay: number): Date => {
  if (interval === 'day') return new Date(start.getTime() + count * dayMilliseconds);
  if (interval === 'week') return new Date(start.getTime() + count * 7 * dayMilliseconds);
  const months = start.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const year = start.getUTCFullYear() + Math.floor(months / 12);
  const month = months % 12;
  const end = new Date(start);
  end.setUTCFullYear(year, month, Math.min(anchorDay, daysInMonth(year, month)));
  return end;
};

/** The end of a trial that begins now; null: there is no trial. */
export const trialEndOf = ({ trialInterval: interval, trialIntervalCount: count }: Trial, now: Date) =>
  interval && count ? periodEnd(now, { interval, count }, anchorDayOf(now)) : null;

/** How long before the end of a trial its customer is reminded, in milliseconds. */
export const trialNotice = 3 * dayMilliseconds;

/** The next period of a subscription whose period is over. */
export type NextPeriod = {
  start: Date;
  end: Date;
  anchorDay: number;
  /** Number of whole periods that were missed; they are never charged. Above 0, the seller is notified. */
  missed: number;
};

type Last = Cadence & { end: Date; anchorDay: number };

/**
 * Periods follow each other without gaps, even if the next one is over too, as long as it ended within `catchUpDays`.
 * Where more time has passed (renewals did not run, or did not exist), one period from now, with a new anchor day,
 * replaces all that were missed.
 */
export const nextPeriod = (last: Last, now: Date, catchUpDays: number): NextPeriod => {
  const { anchorDay } = last;
  const end = periodEnd(last.end, last, anchorDay);
  if (end.getTime() > now.getTime() - catchUpDays * dayMilliseconds)
    return { start: last.end, end, anchorDay, missed: 0 };
  const anchor = anchorDayOf(now);
  return {
    start: now,
    end: periodEnd(now, last, anchor),
    anchorDay: anchor,
    missed: missedPeriods(last, now),
  };
};

/** Number of whole periods between the end of the last one and now. */
const missedPeriods = (last: Last, now: Date): number => {
  let missed = 0;
  for (let end = last.end; ; missed += 1) {
    end = periodEnd(end, last, last.anchorDay);
    if (end > now) return missed;
  }
};
