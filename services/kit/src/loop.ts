/** A loop beside requests and events: work, rest, be woken, stop. */
import { backoff } from './backoff.ts';
import type { Logger } from './log.ts';
import type { Stoppable } from './subscription.ts';

export type LoopOptions = {
  /** Milliseconds to rest when nothing is left to do; up to a tenth more, so that replicas do not march in step. */
  every: number;
  /** Milliseconds to rest after one, two, … rounds that failed. Default: as long as when nothing is left. */
  retry?: { first: number; most: number };
  log: Logger;
  name: string;
  /** How many rounds run side by side. Default 1. */
  runners?: number;
};

/**
 * One round. Answers true when there is more to do at once, or in how many milliseconds there will be; else the loop
 * rests as long as it is told to, or until it is woken.
 */
export type Round = () => Promise<unknown>;

/** `wake` ends the rest, or makes the next one short when a round is under way. `stop` waits for rounds under way. */
export type Loop = Stoppable & { wake: () => void };

type State = { name: string; wake: () => void; failingSince: number | null };
const states = new Set<State>();

/** The loops of this process whose last round failed, with the seconds for which they have failed. */
export const failingLoops = (): { name: string; seconds: number }[] =>
  [...states].flatMap(({ name, failingSince }) =>
    failingSince === null ? [] : [{ name, seconds: (performance.now() - failingSince) / 1000 }],
  );

/** Wakes every loop of this process: when the clock by which things become due has been moved. */
export const wakeLoops = (): void => {
  for (const { wake } of states) wake();
};

/**
 * Does `work` again and again. A round that throws is logged and followed by a rest that nothing cuts short: waking
 * would only hurry the next failure.
 */
export const loop = (
  { every, retry = { first: every, most: every }, log, name, runners = 1 }: LoopOptions,
  work: Round,
): Loop => {
  const rests = new Set<() => void>();
  let wakes = 0;
  let isStopping = false;
  const wake = (): void => {
    wakes += 1;
    endRests();
  };
  const state: State = { name, wake, failingSince: null };
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
      const timer = setTimeout(() => {
        rests.delete(end);
        resolve();
      }, milliseconds);
      rests.add(end);
    });
  const spread = (milliseconds: number): number => milliseconds * (1 + Math.random() / 10);
  const run = async (): Promise<void> => {
    for (let failures = 0; !isStopping; ) {
      const before = wakes;
      try {
        const next = await work();
        failures = 0;
        state.failingSince = null;
        if (next === true || isStopping || wakes !== before) continue;
        // What is due at a known time is not spread: it would only be late.
        await rest(typeof next === 'number' && next < every ? Math.max(next, 1) : spread(every), true);
      } catch (error) {
        failures += 1;
        state.failingSince ??= performance.now();
        log.warn({ err: error, loop: name, failures }, 'round failed, the next one comes');
        if (!isStopping) await rest(spread(backoff(failures, retry)), false);
      }
    }
  };
  states.add(state);
  const running = Array.from({ length: runners }, run);
  return {
    wake,
    stop: async () => {
      isStopping = true;
      endRests();
      await Promise.all(running);
      states.delete(state);
    },
  };
};
