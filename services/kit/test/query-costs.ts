/** Counts the queries of requests, so that tests can find N+1 queries. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/** Requests by name; each throws when the response is not the expected one. */
export type Requests = Record<string, () => Promise<unknown>>;

/** The context of requests to servers of this process; loops and consumers run outside. */
const requests = new AsyncLocalStorage<'request'>();
subscribe('http.server.request.start', () => requests.enterWith('request'));

/**
 * Counts the queries of each request: the minimum of three runs, since cache entries may expire, after a first run
 * that fills caches. `beside` matches background statements that a request may start.
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

/** Counts the queries of work that is not a request, without those of concurrent loops and consumers. */
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
