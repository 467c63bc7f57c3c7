/** Subscriptions, pure: states and periods (contracts/billing-behaviour.md, section 4). */
import type { SubscriptionRecurringInterval, SubscriptionStatus } from '@tessera/proto/api/billing/enums';

/** The customer has what they pay for. */
export const activeStatuses = ['trialing', 'active'] as const satisfies SubscriptionStatus[];
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
