/** How many queries requests cost, so that a test can tell whether they are as many for many rows as for one. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** Requests by name; each makes its request and fails when the answer is not the one that is wanted. */
export type Requests = Record<string, () => Promise<unknown>>;

/** What runs in the course of a request to a server of this process; loops and consumers run outside of any. */
const requests = new AsyncLocalStorage<'request'>();
subscribe('http.server.request.start', () => requests.enterWith('request'));

/**
 * Counts the queries of each request: the least of three times, after a first one that fills caches. What was kept may run
 * out in between, and cost more now and then. `beside` are statements that are never a request's own, though one may begin them.
 */
export const queryCosts = async (
  named: Requests,
  { beside = /outbox/ }: { beside?: RegExp } = {},
): Promise<Record<string, number>> => {
  const costs: Record<string, number> = {};
  for (const [name, request] of Object.entries(named)) {
    await request();
    const counts: number[] = [];
    for (let time = 0; time < 3; time += 1) counts.push(await countQueries(request, beside));
    costs[name] = Math.min(...counts);
  }
  return costs;
};

/** Counts the queries of some work that is no request; what loops and consumers do meanwhile is not counted. */
export const queriesOf = (work: () => Promise<unknown>): Promise<number> =>
  requests.run('request', () => countQueries(work, /^$/));

const countQueries = async (request: () => Promise<unknown>, beside: RegExp): Promise<number> => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '');
    if (requests.getStore() && !beside.test(text)) count += 1;
    return (query as (...args: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await request();
  } finally {
    pg.Client.prototype.query = query;
  }
  return count;
};
