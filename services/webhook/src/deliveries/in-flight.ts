/** Tracks the attempts in flight of a worker, and how many more it may start. */
import type { Job } from './claim.ts';

export type InFlight = {
  /** Counts an attempt until its work settles. */
  add: (job: Job, work: Promise<void>) => void;
  has: (id: string) => boolean;
  ids: () => string[];
  /** How many more may start now. */
  capacity: () => number;
  byEndpoint: () => Record<string, number>;
  byOrganization: () => Record<string, number>;
  /** Ids of the deliveries whose attempts have been running longer than this. */
  slowerThan: (milliseconds: number) => string[];
  /** Resolves when all attempts that are in flight now have settled. */
  settled: () => Promise<unknown>;
};

/** Maximum number of attempts that wait for slow receivers; bounds sockets and memory. */
const maxWaiting = 1_024;
const timeoutMilliseconds = 1_000;

/**
 * Allows `most` concurrent attempts. An attempt that waits longer than a second for a response gives up its slot, so that
 * slow receivers delay others by a second at most.
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
