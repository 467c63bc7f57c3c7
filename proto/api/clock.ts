/** The movable clock of development. */
import { z } from 'zod';

/** Body of `POST /api/dev/clock`, and its answer. Seconds against the machine's time, at most about 30 years. */
export const ClockOffset = z.object({
  offsetSeconds: z.number().int().min(-1_000_000_000).max(1_000_000_000),
});
export type ClockOffset = z.infer<typeof ClockOffset>;
