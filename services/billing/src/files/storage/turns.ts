/**
 * Organizations take turns at checking uploaded files: decoding a picture can take 20 seconds, reading a file again a
 * second, and none of them may keep all others waiting by uploading what takes long.
 */
import { kitErrors } from '@tessera/kit/errors';

/**
 * Runs work when it is the organization's turn. Throws ServiceUnavailable if too much waits. What the work needs in
 * memory should be loaded by the work, not while it waits.
 */
export type InTurn = <Result>(organizationId: string, work: () => Promise<Result>) => Promise<Result>;

type Limits = {
  /** Works that run at once; all of one organization only while no other waits. */
  atOnce: number;
  /** Works of one organization that wait. */
  waitingOfOne: number;
  /** Works of all organizations that wait. */
  waiting: number;
};

/** Of the organizations that wait, the one with the fewest works under way is next, then the one waiting longest. */
export const createTurns = ({ atOnce, waitingOfOne, waiting: maxWaiting }: Limits): InTurn => {
  const running = new Map<string, number>();
  /** By organization, in the order of their turns. */
  const queues = new Map<string, (() => void)[]>();
  let free = atOnce;
  let waiting = 0;
  const runningOf = (organizationId: string): number => running.get(organizationId) ?? 0;
  const nextOf = (): string | undefined =>
    [...queues.keys()].toSorted((a, b) => runningOf(a) - runningOf(b)).at(0);
  const startNext = (): void => {
    const organizationId = free > 0 ? nextOf() : undefined;
    if (organizationId === undefined) return;
    const queue = queues.get(organizationId) ?? [];
    const start = queue.shift();
    // Its next turn comes after those of the others.
    queues.delete(organizationId);
    if (queue.length > 0) queues.set(organizationId, queue);
    running.set(organizationId, runningOf(organizationId) + 1);
    free -= 1;
    waiting -= 1;
    start?.();
  };
  const turnOf = (organizationId: string): Promise<void> => {
    const queue = queues.get(organizationId) ?? [];
    if (queue.length >= waitingOfOne || waiting >= maxWaiting)
      throw kitErrors.ServiceUnavailable('Too many files are checked at once.');
    return new Promise((resolve) => {
      queue.push(resolve);
      queues.set(organizationId, queue);
      waiting += 1;
      startNext();
    });
  };
  const leave = (organizationId: string): void => {
    const left = runningOf(organizationId) - 1;
    if (left > 0) running.set(organizationId, left);
    else running.delete(organizationId);
    free += 1;
    startNext();
  };
  return async (organizationId, work) => {
    await turnOf(organizationId);
    try {
      return await work();
    } finally {
      leave(organizationId);
    }
  };
};
