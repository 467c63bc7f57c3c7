/**
 * Releases memory while a process is idle. V8 keeps memory that it once needed: after the start some fifty megabytes
 * of free heap, after a busy hour more, and collects nothing while nothing is allocated.
 */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
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
  setFlagsFromString('--bytecode-old-age=1');
  collect({ type: 'major', flavor: 'last-resort' });
  setFlagsFromString(`--bytecode-old-age=${usualCodeAge}`);
};

/** A process is idle if its event loop was busy for less than this share of the time since the last check. */
const restingUtilization = 0.02;
/** A full collection takes 100 ms, so it must be worthwhile. Bytes. */
const worthwhileGrowth = 32 * 2 ** 20;

/** Returns a function that tells whether the process was idle since its last call; false the first time. */
const watchRest = (): (() => boolean) => {
  let since: EventLoopUtilization | undefined;
  return () => {
    const [before, now] = [since, performance.eventLoopUtilization()];
    since = now;
    return (
      before !== undefined && performance.eventLoopUtilization(now, before).utilization < restingUtilization
    );
  };
};

/**
 * Returns a check that collects if the process is idle and has grown since the last collection, and once more at the
 * next check: what the first collection finalized is freed by the second. The check returns whether it collected.
 */
export const createTrimmer = (isResting: () => boolean = watchRest()): (() => boolean) => {
  let held = 0;
  let isSecond = false;
  return () => {
    if (!isResting()) return false;
    const hasGrown = process.memoryUsage.rss() >= held + worthwhileGrowth;
    if (!hasGrown && !isSecond) return false;
    isSecond = hasGrown;
    collectAll();
    held = process.memoryUsage.rss();
    return true;
  };
};

const everyMilliseconds = 15_000;

/** Checks the process periodically until stopped. */
export const startTrimming = (): Stoppable => {
  const trim = createTrimmer();
  trim();
  const timer = setInterval(trim, everyMilliseconds).unref();
  return { stop: async () => clearInterval(timer) };
};
