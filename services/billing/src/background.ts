/** Work that goes on after the reply. A stop waits for it; what a crash cuts off, a sweeper takes up. */
import type { Logger } from '@tessera/kit/log';

export type Background = {
  /** Runs the work now; a failure is logged. */
  run: (name: string, work: () => Promise<unknown>) => void;
  /** Resolves when nothing is under way. */
  stop: () => Promise<void>;
};

export const createBackground = (log: Logger): Background => {
  const running = new Set<Promise<unknown>>();
  return {
    run: (name, work) => {
      const task = work()
        .catch((error: unknown) => log.warn({ err: error, work: name }, 'background work failed'))
        .finally(() => running.delete(task));
      running.add(task);
    },
    stop: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
};
