/** Waits for conditions instead of sleeping. */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds. Attempts cost processor time that what is waited for needs, so a long wait has few of them. */
const firstPause = 10;
const longestPause = 160;

/**
 * Retries, after pauses that grow from 10 to 160 ms, until the attempt does not throw; after the time limit (ms) throws
 * the last error. The limit only bounds tests that hang, on busy machines; tests of speed compare ratios instead.
 */
export const eventually = async <Result>(
  attempt: () => Promise<Result> | Result,
  milliseconds = 30_000,
): Promise<Result> => {
  const deadline = performance.now() + milliseconds;
  for (let pause = firstPause; ; pause = Math.min(pause * 1.6, longestPause)) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(pause);
    }
  }
};
