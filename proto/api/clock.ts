/** The adjustable clock of development mode. */
import { z } from 'zod';

/** Body and reply of `POST /api/dev/clock`: offset from the system time in seconds, at most about 30 years. */
export const ClockOffset = z.object({
  offsetSeconds: z.number().int().min(-1_000_000_000).max(1_000_000_000),
});
export type ClockOffset = z.infer<typeof ClockOffset>;
