/** How many queries requests cost, so that a test can tell whether they are as many for many rows as for one. */
import pg from 'pg';

/** Requests by name; each makes its request and fails when the answer is not the one that is wanted. */
export type Requests = Record<string, () => Promise<unknown>>;

/**
 * Counts the queries of each request. What runs beside requests only adds, so the least of some tries counts: of three,
 * or, where `expected` has a smaller number, of as many as it takes (at most twenty). `beside` are statements that are
 * never a request's own.
 */
export const queryCosts = async (
  requests: Requests,
  { beside = /outbox/, expected = {} }: { beside?: RegExp; expected?: Record<string, number> } = {},
): Promise<Record<string, number>> => {
  const costs: Record<string, number> = {};
  for (const [name, request] of Object.entries(requests)) {
    const wanted = expected[name] ?? Number.POSITIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 3 || (attempt < 20 && least > wanted); attempt += 1)
      least = Math.min(least, await countQueries(request, beside));
    costs[name] = least;
  }
  return costs;
};

const countQueries = async (request: () => Promise<unknown>, beside: RegExp): Promise<number> => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '');
    if (!beside.test(text)) count += 1;
    return (query as (...args: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await request();
  } finally {
    pg.Client.prototype.query = query;
  }
  return count;
};
