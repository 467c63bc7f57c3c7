/** Work that is done again and again, beside requests and events. */

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './log.ts';
import type { Stoppable } from './subscription.ts';

export type Sweeping = { every: number; log: Logger; name: string };

/**
 * Does `work` now and then `every` so many milliseconds (with up to a tenth more, so that replicas do not march in
 * step) after it has ended: it never runs twice at once in a process. A failure is logged and the next round comes
 * all the same; replicas may sweep side by side, so the work must bear that. `stop` waits for a round under way:
 * `own(sweep({ every: hour, log, name: 'inbox' }, () => forgetHandled(db)), (part) => part.stop())`.
 */
export const sweep = ({ every, log, name }: Sweeping, work: () => Promise<unknown>): Stoppable => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await work();
      } catch (error) {
        log.warn({ err: error, sweep: name }, 'sweep failed, next round comes');
      }
      await delay(every * (1 + Math.random() / 10), undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
