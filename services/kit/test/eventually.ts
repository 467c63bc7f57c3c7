/** Waits for conditions instead of sleeping. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Retries every 20 ms until the attempt does not throw; after the time limit (ms) throws the last error. The limit
 * only bounds tests that hang, on busy machines; tests of speed compare ratios instead.
 */
export const eventually = async <Result>(
  attempt: () => Promise<Result> | Result,
  milliseconds = 30_000,
): Promise<Result> => {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(20);
    }
  }
};
