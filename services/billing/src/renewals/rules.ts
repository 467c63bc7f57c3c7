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

/** The date so many calendar months on; the last day of a shorter month. */
const monthsAfter = (date: Date, months: number): Date => {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(date.getUTCDate(), last));
  return later;
};

/** Whether a discount takes something off the period that begins at `periodStart`. `appliedAt`: its first one's start. */
export const discountHolds = (
  discount: { duration: DiscountDuration; durationInMonths: number | null },
  { appliedAt, periodStart }: { appliedAt: Date; periodStart: Date },
): boolean => {
  if (discount.duration === 'forever') return true;
  if (discount.duration === 'once') return periodStart <= appliedAt;
  return periodStart <= monthsAfter(appliedAt, (discount.durationInMonths ?? 1) - 1);
};
