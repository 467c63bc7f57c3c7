/** Waiting for a condition, instead of sleeping. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Tries until it does not throw, every 20 ms; throws the last error after the time limit (30 s). The limit bounds a test that
 * would hang, on a machine that does much else: how fast something is, is asked by ratios elsewhere.
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
