/** A background loop: work, rest, wake, stop. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { backoff } from './backoff.ts';
import { createRests } from './rests.ts';
import type { Stoppable } from './stoppable.ts';

export type LoopOptions = {
  /** Milliseconds to rest when there is no more work; up to 10 % jitter, so that replicas do not synchronize. */
  every: number;
  /** Back-off in milliseconds after failed rounds. Default: always `every`. */
  retry?: { first: number; most: number };
  log: Logger;
  name: string;
  /** Concurrent rounds. Default 1. While all rest, one of them polls; it wakes the others when it has found work. */
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
  const spread = (milliseconds: number): number => milliseconds * (1 + Math.random() / 10);
  const rests = createRests(() => spread(every));
  const stopping = new AbortController();
  let wakes = 0;
  const wake = (): void => {
    wakes += 1;
    rests.end();
  };
  const state: State = { name, wake, failingSince: null };
  const run = async (): Promise<void> => {
    for (let [failures, hasRested] = [0, true]; !stopping.signal.aborted; ) {
      const before = wakes;
      try {
        const next = await work();
        failures = 0;
        state.failingSince = null;
        // Once for all work that follows: a runner that goes on working would have the others look in vain each time.
        if (next === true && hasRested) rests.end();
        hasRested = next !== true;
        if (next === true || stopping.signal.aborted || wakes !== before) continue;
        // Work due at a known time gets no jitter: it would only be late.
        await rests.rest(typeof next === 'number' && next < every ? Math.max(next, 1) : spread(every));
      } catch (error) {
        failures += 1;
        state.failingSince ??= performance.now();
        log.warn({ err: error, loop: name, failures }, 'round failed, the next one comes');
        await delay(spread(backoff(failures, retry)), undefined, stopping).catch(() => undefined);
      }
    }
  };
  states.add(state);
  const running = Array.from({ length: runners }, run);
  return {
    wake,
    stop: async () => {
      stopping.abort();
      rests.end();
      await Promise.all(running);
      states.delete(state);
    },
  };
};
