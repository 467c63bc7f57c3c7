/** Periodic background work. */
import type { Logger } from '../log.ts';
import { loop } from './loop.ts';
import type { Stoppable } from './stoppable.ts';

export type Sweeping = { every: number; log: Logger; name: string };

/**
 * Runs `work` now, and again `every` milliseconds after each run ends: runs never overlap within a process. A failed
 * run is logged and does not stop the next. Replicas may run it concurrently, so the work must allow that. `stop`
 * waits for a running round:
 * `own(sweep({ every: hour, log, name: 'inbox' }, () => purgeInbox(db)), (part) => part.stop())`.
 */
export const sweep = (sweeping: Sweeping, work: () => Promise<unknown>): Stoppable =>
  loop(sweeping, async () => {
    await work();
  });
