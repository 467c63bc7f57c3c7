/** A background loop: work, rest, wake, stop. */
import type { Logger } from '../log.ts';
import { backoff } from './backoff.ts';
import type { Stoppable } from './stoppable.ts';

export type LoopOptions = {
  /** Milliseconds to rest when there is no more work; up to 10 % jitter, so that replicas do not synchronize. */
  every: number;
  /** Back-off in milliseconds after failed rounds. Default: always `every`. */
  retry?: { first: number; most: number };
  log: Logger;
  name: string;
  /** Concurrent rounds. Default 1. */
  runners?: number;
};

/**
 * One round. Returns true if there is more work now, or the milliseconds until there will be; otherwise the loop
 * rests for `every`, or until it is woken.
 */
export type Round = () => Promise<unknown>;

/** `wake` ends the current rest, or skips the next one while a round is running. `stop` waits for running rounds. */
export type Loop = Stoppable & { wake: () => void };

type State = { name: string; wake: () => void; failingSince: number | null };
const states = new Set<State>();

/** Returns the loops of this process whose last round failed, and for how many seconds they have been failing. */
export const failingLoops = (): { name: string; seconds: number }[] =>
  [...states].flatMap(({ name, failingSince }) =>
    failingSince === null ? [] : [{ name, seconds: (performance.now() - failingSince) / 1000 }],
  );

/** Wakes every loop of this process, after the clock was moved. */
export const wakeLoops = (): void => {
  for (const { wake } of states) wake();
};

/** Runs `work` repeatedly. A round that throws is logged and followed by a back-off that waking does not shorten. */
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
        // Work due at a known time gets no jitter: it would only be late.
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
