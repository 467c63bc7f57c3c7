/**
 * Gives memory back while a process has nothing to do. V8 keeps what it has once needed: a start leaves some fifty
 * megabytes of room for garbage, a busy hour more, and nothing takes it away while nothing is allocated.
 */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Stoppable } from './subscription.ts';

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

setFlagsFromString('--expose-gc');
setFlagsFromString('--flush-baseline-code');
const collect = runInNewContext('gc') as Collect;

/** Collections after which code that did not run in between is forgotten; V8's own default. */
const usualCodeAge = 6;

/**
 * Gives back all that is not needed now: garbage, and code, which is compiled again when it runs again. A busy hour
 * leaves some eight megabytes of code.
 */
const collectAll = (): void => {
  setFlagsFromString('--bytecode-old-age=1');
  collect({ type: 'major', flavor: 'last-resort' });
  setFlagsFromString(`--bytecode-old-age=${usualCodeAge}`);
};

/** A process is at rest when its event loop was busy for less than this share of the time since the last look. */
const restingUtilization = 0.02;
/** A collection of all takes a tenth of a second: it has to be worth it. Bytes. */
const worthwhileGrowth = 32 * 2 ** 20;

/** Answers whether the process was at rest since it was last asked; false the first time. */
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
 * A look at the process: where it is at rest and holds much more than after the last time, all that is not needed is
 * given back, and once more at the next look: what was finished or forgotten by the first collection is free only then.
 * Answers whether it was.
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

/** Looks at the process for as long as it runs. */
export const startTrimming = (): Stoppable => {
  const trim = createTrimmer();
  trim();
  const timer = setInterval(trim, everyMilliseconds).unref();
  return { stop: async () => clearInterval(timer) };
};
