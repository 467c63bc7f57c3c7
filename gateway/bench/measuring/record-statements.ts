/**
 * Preloaded into billing: records each statement of a request with its values, as a line of JSON in the file
 * STATEMENTS. Does nothing in other processes.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import pg from 'pg';

/** A statement of a request to `path`; `request` is the request's number. */
export type RecordedStatement = {
  request: number;
  path: string;
  text: string;
  name?: string;
  values: unknown[];
};

const file = process.env['STATEMENTS'];
if (file !== undefined && process.argv[1]?.includes('services/billing/')) record(file);

function record(to: string): void {
  const current = new AsyncLocalStorage<{ request: number; path: string }>();
  let requests = 0;
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    requests += 1;
    current.enterWith({ request: requests, path: request.url ?? '' });
  });
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given;
    const of = current.getStore();
    const statement = typeof first === 'string' ? { text: first, values: second } : (first as pg.QueryConfig);
    const values = Array.isArray(statement.values) ? statement.values : [];
    if (of) appendFileSync(to, `${JSON.stringify({ ...of, ...statement, values })}\n`);
    return (query as (...args: unknown[]) => unknown).apply(this, given);
  } as typeof query;
}
