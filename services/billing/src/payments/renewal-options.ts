/** Options of dunning: when and how long payments of subscriptions are retried, and what follows when all fail. */
import { z } from 'zod';

const days = z.int().min(0).max(365);

export const RenewalOptions = z.strictObject({
  /** Days between attempts after each failure; its length is the number of retries. */
  retryDays: z.array(days.min(1)).max(20).default([2, 5, 7, 7]),
  /** What becomes of a subscription when all retries fail, unless its seller has set something else. */
  outcome: z.enum(['canceled', 'unpaid']).default('canceled'),
  /** Missed periods are renewed one by one if the first of them ended at most this many days ago. */
  catchUpDays: days.default(35),
});
export type RenewalOptions = z.output<typeof RenewalOptions>;
