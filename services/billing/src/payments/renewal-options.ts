/** When and how long payments of subscriptions are tried, and what becomes of those that nobody pays. */
import { z } from 'zod';

const days = z.int().min(0).max(365);

export const RenewalOptions = z.strictObject({
  /** Days from one failed attempt to the next: as many more are made. */
  retryDays: z.array(days.min(1)).max(20).default([2, 5, 7, 7]),
  /** What becomes of a subscription that nobody pays, unless its seller says otherwise. */
  outcome: z.enum(['canceled', 'unpaid']).default('canceled'),
  /** Periods that nobody renewed are caught up with one by one if the first of them ended within so many days. */
  catchUpDays: days.default(35),
});
export type RenewalOptions = z.output<typeof RenewalOptions>;
