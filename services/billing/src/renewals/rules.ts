/** Renewals, pure: how long a discount holds, and when a payment that failed is tried again (contracts/billing-behaviour.md, sections 3 and 4). */
import type { DiscountDuration } from '@tessera/proto/api/billing/enums';

/** Days from one failed attempt to the next: four more are made. */
const pauseDays = [2, 5, 7, 7] as const;

/** When a payment is tried again that has failed so many times (1, 2, …); null: it is given up. */
export const nextAttemptAt = (attempts: number, now: Date): Date | null => {
  const days = pauseDays[attempts - 1];
  return days === undefined ? null : new Date(now.getTime() + days * 86_400_000);
};

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
