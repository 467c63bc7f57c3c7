/** The attempts that a worker has under way, and how many more it may take. */
import type { Job } from './claim.ts';

export type InFlight = {
  /** Counts an attempt until its work is done. */
  add: (job: Job, work: Promise<void>) => void;
  has: (id: string) => boolean;
  ids: () => string[];
  /** How many more may start now. */
  capacity: () => number;
  byEndpoint: () => Record<string, number>;
  byOrganization: () => Record<string, number>;
  /** Ids of the deliveries whose attempts have taken longer than this. */
  slowerThan: (milliseconds: number) => string[];
  /** Resolves when all that are under way now are done. */
  settled: () => Promise<unknown>;
};

/** Attempts that wait for slow receivers, in all: sockets and memory are not endless either. */
const maxWaiting = 1_024;
const timeoutMilliseconds = 1_000;

/**
 * At most `most` attempts at once; those that have waited for an answer longer than a second leave their slot to
 * others, so that slow receivers, however many, hold nobody up for longer than that.
 */
export const createInFlight = (most: number): InFlight => {
  const flights = new Map<string, { job: Job; since: number; work: Promise<void> }>();
  const count = (keyOf: (job: Job) => string): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { job } of flights.values()) counts[keyOf(job)] = (counts[keyOf(job)] ?? 0) + 1;
    return counts;
  };
  return {
    add: (job, work) => {
      const done = work.finally(() => flights.delete(job.id));
      flights.set(job.id, { job, since: performance.now(), work: done });
    },
    has: (id) => flights.has(id),
    ids: () => [...flights.keys()],
    capacity: () => {
      const quickSince = performance.now() - timeoutMilliseconds;
      let quick = 0;
      for (const { since } of flights.values()) if (since > quickSince) quick += 1;
      return Math.min(most - quick, maxWaiting - flights.size);
    },
    byEndpoint: () => count(({ endpointId }) => endpointId),
    byOrganization: () => count(({ organizationId }) => organizationId),
    slowerThan: (milliseconds) => {
      const limit = performance.now() - milliseconds;
      return [...flights].filter(([, { since }]) => since < limit).map(([id]) => id);
    },
    settled: () => Promise.all([...flights.values()].map(({ work }) => work)),
  };
};
