/**
 * Releases memory while a process is idle. V8 keeps memory that it once needed: after the start some fifty megabytes
 * of free heap, after a busy hour more, and collects nothing while nothing is allocated.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Stoppable } from '../background/stoppable.ts';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

setFlagsFromString('--expose-gc');
setFlagsFromString('--flush-baseline-code');
const collect = runInNewContext('gc') as Collect;

/** Collections after which unused bytecode is flushed; V8's default. */
const usualCodeAge = 6;

/**
 * Releases everything that is not needed: garbage, and bytecode, which is compiled again on its next use. A busy hour
 * leaves some eight megabytes of it.
 */
const collectAll = (): void => {
  setFlagsFromString('--bytecode-old-age=0');
  collect({ type: 'major', flavor: 'last-resort' });
  setFlagsFromString(`--bytecode-old-age=${usualCodeAge}`);
};

/** A process is idle if it used less than this share of one core since the last check. */
const restingShare = 0.02;
/** A full collection takes 100 ms, so it must be worthwhile. Bytes. */
const worthwhileGrowth = 32 * 2 ** 20;

/**
 * Returns a function that tells whether the process was idle since its last call; false the first time. Measures
 * processor time: on a busy machine, a process that has little to do waits for a core, and looks busy by the clock.
 */
const watchRest = (): (() => boolean) => {
  let since: { used: number; at: number } | undefined;
  return () => {
    const { user, system } = process.cpuUsage();
    const [before, now] = [since, { used: (user + system) / 1_000, at: performance.now() }];
    since = now;
    return before !== undefined && (now.used - before.used) / (now.at - before.at) < restingShare;
  };
};

/** Collections after the first: what one finalized is freed by the next. */
const followingCollections = 3;

/**
 * Returns a check that collects if the process is idle and has grown since the last collection, and at the next checks
 * too, which find more to free. The check returns whether it collected.
 */
export const createTrimmer = (isResting: () => boolean = watchRest()): (() => boolean) => {
  let held = 0;
  let left = 0;
  return () => {
    if (!isResting()) return false;
    if (process.memoryUsage.rss() >= held + worthwhileGrowth) left = followingCollections + 1;
    if (left === 0) return false;
    left -= 1;
    collectAll();
    held = process.memoryUsage.rss();
    // Collecting is not what a busy process does.
    isResting();
    return true;
  };
};

const intervals = { usual: 15_000, following: 3_000 };

/** Checks the process periodically until stopped. */
export const startTrimming = (): Stoppable => {
  const trim = createTrimmer();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    timer = setTimeout(check, trim() ? intervals.following : intervals.usual).unref();
  };
  check();
  return { stop: async () => clearTimeout(timer) };
};
