/** Subscriptions, pure: states and periods (contracts/billing-behaviour.md, section 4). */
import type { SubscriptionRecurringInterval, SubscriptionStatus } from '@tessera/proto/api/billing/enums';
import type { Trial } from '../catalog/products/trial.ts';

/** The customer has what they pay for. */
export const activeStatuses = ['trialing', 'active'] as const satisfies SubscriptionStatus[];
/** The customer goes on paying for it. */
export const billableStatuses: readonly SubscriptionStatus[] = [...activeStatuses, 'past_due'];
/** The customer has lost it. */
export const revokedStatuses = ['past_due', 'canceled', 'unpaid'] as const satisfies SubscriptionStatus[];

/** Whether it gives nothing any more, which partners were told when that began. */
export const isRevoked = ({
  status,
  graceEndsAt,
}: {
  status: SubscriptionStatus;
  graceEndsAt: Date | null;
}): boolean =>
  status !== 'past_due' ? (revokedStatuses as readonly string[]).includes(status) : graceEndsAt === null;

/** The day of the month on which periods begin; kept, so that a 31st does not drift to the 28th. */
export const anchorDayOf = (start: Date): number => start.getUTCDate();

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** How often is paid: every `count` intervals. */
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
 * The end of the period that begins at `start`: so many days or weeks on, or calendar months or years, at the anchor day
 * or the month's last. In UTC.
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

/** When a trial ends that begins now; null: there is none. */
export const trialEndOf = ({ trialInterval: interval, trialIntervalCount: count }: Trial, now: Date) =>
  interval && count ? periodEnd(now, { interval, count }, anchorDayOf(now)) : null;

/** Milliseconds before its trial ends that a customer is reminded. */
export const trialNotice = 3 * dayMilliseconds;

/** The next period of a subscription whose period is over. */
export type NextPeriod = {
  start: Date;
  end: Date;
  anchorDay: number;
  /** Whole periods that nobody renewed; they are never charged. Above 0: the seller is told. */
  missed: number;
};

type Last = Cadence & { end: Date; anchorDay: number };

/**
 * One period a time follows the last one, from its end on: also one that is over, if it ended within `catchUpDays`. Where
 * more than that has passed (renewals did not run, or did not exist), one period from now takes the place of all that were
 * missed, and a new anchor day.
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

/** Whole periods between the end of the last one and now. */
const missedPeriods = (last: Last, now: Date): number => {
  let missed = 0;
  for (let end = last.end; ; missed += 1) {
    end = periodEnd(end, last, last.anchorDay);
    if (end > now) return missed;
  }
};
