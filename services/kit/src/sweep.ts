/** Work that is done again and again, beside requests and events. */
import type { Logger } from './log.ts';
import { loop } from './loop.ts';
import type { Stoppable } from './subscription.ts';

export type Sweeping = { every: number; log: Logger; name: string };

/**
 * Does `work` now and then `every` so many milliseconds after it has ended: it never runs twice at once in a process. A
 * failure is logged and the next round comes all the same; replicas may sweep side by side, so the work must bear that.
 * `stop` waits for a round under way:
 * `own(sweep({ every: hour, log, name: 'inbox' }, () => purgeInbox(db)), (part) => part.stop())`.
 */
export const sweep = (sweeping: Sweeping, work: () => Promise<unknown>): Stoppable =>
  loop(sweeping, async () => {
    await work();
  });
