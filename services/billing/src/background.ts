/** Background work after the reply. Shutdown waits for it; sweepers resume what a crash cuts off. */
import type { Logger } from '@tessera/kit/log';

export type Background = {
  /** Starts the work immediately; a failure is logged. */
  run: (name: string, work: () => Promise<unknown>) => void;
  /** Resolves when no work is running. */
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
