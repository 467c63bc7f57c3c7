/** Renewals, pure: how long a discount holds, and when a payment that failed is tried again (contracts/billing-behaviour.md, sections 3 and 4). */
import type { DiscountDuration } from '@tessera/proto/api/billing/enums';

/** When a payment is tried again that has failed so many times (1, 2, …); null: it is given up. */
export const nextAttemptAt = (
  retryDays: readonly number[],
  { attempts, now }: { attempts: number; now: Date },
): Date | null => {
  const days = retryDays[attempts - 1];
  return days === undefined ? null : new Date(now.getTime() + days * 86_400_000);
};

/** Codes of declines after which the same card is never charged: trying again is refused by card networks, and fined. */
const finalDeclines: ReadonlySet<string> = new Set([
  'incorrect_number',
  'invalid_account',
  'lost_card',
  'new_account_information_available',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
]);

/** Whether a declined card is not worth another try. */
export const isFinalDecline = (reason: string | null): boolean =>
  reason !== null && finalDeclines.has(reason);

/** The date so many calendar months on, on this day of the month; the last day of a shorter month. */
const monthsAfter = (date: Date, months: number, day: number): Date => {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(day, last));
  return later;
};

/** `anchorDay`: on which day of the month periods begin, null where they are no months. */
type Periods = { appliedAt: Date; periodStart: Date; anchorDay: number | null };

/** Whether a discount takes something off the period that begins at `periodStart`. `appliedAt`: its first one's start. */
export const discountHolds = (
  discount: { duration: DiscountDuration; durationInMonths: number | null },
  { appliedAt, periodStart, anchorDay }: Periods,
): boolean => {
  if (discount.duration === 'forever') return true;
  if (discount.duration === 'once') return periodStart <= appliedAt;
  // The first period may have begun in a month that is too short for the anchor day.
  const day = Math.max(anchorDay ?? 0, appliedAt.getUTCDate());
  return periodStart <= monthsAfter(appliedAt, (discount.durationInMonths ?? 1) - 1, day);
};
