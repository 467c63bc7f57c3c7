/** A loop beside requests and events: work, rest, be woken, stop. */
import { backoff } from './backoff.ts';
import type { Logger } from './log.ts';
import type { Stoppable } from './subscription.ts';

export type LoopOptions = {
  /** Milliseconds to rest when nothing is left to do; up to a tenth more, so that replicas do not march in step. */
  every: number;
  log: Logger;
  name: string;
  /** Milliseconds to rest after one, two, … rounds that failed. Default: as long as when nothing is left. */
  retry?: { first: number; most: number };
  /** How many rounds run side by side. Default 1. */
  runners?: number;
};

/** `wake` ends the rest, or makes the next one short when a round is under way. `stop` waits for rounds under way. */
export type Loop = Stoppable & { wake: () => void };

/**
 * Does `work` again and again: at once after a round that answers true (there is more), else after a rest or a wake.
 * A round that throws is logged and followed by a rest that nothing cuts short: waking would only hurry the next failure.
 */
export const loop = (
  { every, retry = { first: every, most: every }, log, name, runners = 1 }: LoopOptions,
  work: () => Promise<unknown>,
): Loop => {
  const rests = new Set<() => void>();
  let wakes = 0;
  let isStopping = false;
  const endRests = (): void => {
    for (const end of rests) end();
  };
  const rest = (milliseconds: number, isWakeable: boolean): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        if (!isWakeable && !isStopping) return;
        clearTimeout(timer);
        rests.delete(end);
        resolve();
      };
      const timer = setTimeout(
        () => {
          rests.delete(end);
          resolve();
        },
        milliseconds * (1 + Math.random() / 10),
      );
      rests.add(end);
    });
  const run = async (): Promise<void> => {
    for (let failures = 0; !isStopping; ) {
      const before = wakes;
      try {
        const isMore = (await work()) === true;
        failures = 0;
        if (isMore || isStopping || wakes !== before) continue;
        await rest(every, true);
      } catch (error) {
        failures += 1;
        log.warn({ err: error, loop: name }, 'round failed, the next one comes');
        if (!isStopping) await rest(backoff(failures, retry), false);
      }
    }
  };
  const running = Array.from({ length: runners }, run);
  return {
    wake: () => {
      wakes += 1;
      endRests();
    },
    stop: async () => {
      isStopping = true;
      endRests();
      await Promise.all(running);
    },
  };
};
