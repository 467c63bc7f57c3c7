/**
 * Rules of renewals, pure functions: how long a discount applies, and when a failed payment is retried
 * (contracts/billing-behaviour.md, sections 3 and 4).
 */
import type { DiscountDuration } from '@tessera/proto/api/billing/enums';

/** Returns the time of the next attempt after this many failures (1, 2, …); null: no more attempts. */
export const nextAttemptAt = (
  retryDays: readonly number[],
  { attempts, now }: { attempts: number; now: Date },
): Date | null => {
  const days = retryDays[attempts - 1];
  return days === undefined ? null : new Date(now.getTime() + days * 86_400_000);
};

/** Decline codes after which a card is never charged again: card networks forbid such retries, and fine them. */
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

/** Whether a decline is final for the card. */
export const isFinalDecline = (reason: string | null): boolean =>
  reason !== null && finalDeclines.has(reason);

/** The date this many calendar months later, on this day of the month, or the last day of a shorter month. */
const monthsAfter = (date: Date, months: number, day: number): Date => {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(day, last));
  return later;
};

/** `anchorDay`: the day of the month on which periods begin, null if they are not monthly or yearly. */
type Periods = { appliedAt: Date; periodStart: Date; anchorDay: number | null };

/**
 * Whether a discount applies to the period that begins at `periodStart`. `appliedAt`: start of its first period. Months
 * are counted in days: a period may begin later in the day than the first, as after a pause.
 */
export const discountHolds = (
  discount: { duration: DiscountDuration; durationInMonths: number | null },
  { appliedAt, periodStart, anchorDay }: Periods,
): boolean => {
  if (discount.duration === 'forever') return true;
  if (discount.duration === 'once') return periodStart <= appliedAt;
  // The first period may have begun in a month that is too short for the anchor day.
  const day = Math.max(anchorDay ?? 0, appliedAt.getUTCDate());
  return dayOf(periodStart) <= dayOf(monthsAfter(appliedAt, (discount.durationInMonths ?? 1) - 1, day));
};

/** Days since 1970, in UTC. */
const dayOf = (time: Date): number => Math.floor(time.getTime() / 86_400_000);
