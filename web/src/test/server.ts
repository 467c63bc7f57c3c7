/** A fake gateway for page tests: answers requests at `fetch`, by the schemas that web and services share. */
import { type Casing, fromWire, toWire } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { atTestEnd } from './test-end.ts';

/** A request of the page. `body` is the parsed JSON; null: no body. */
export type Sent = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  /** The idempotency key. */
  repeatKey: string | null;
};

type Reply = { status: number; body: unknown };
export type Handler = (sent: Sent) => Reply | Promise<Reply>;
type Value<Shape extends z.ZodType> = z.output<Shape> | ((sent: Sent) => z.output<Shape>);

const spelling = (path: string): Casing => (path.startsWith('/billing/') ? 'snake' : 'camel');

/**
 * Responds with a value of this schema, in the casing of its API; `takes` is the schema of the request body. Values
 * that do not match their schema fail the test.
 */
export const reply =
  <Shape extends z.ZodType>(
    shape: Shape,
    value: Value<Shape>,
    { takes }: { takes?: z.ZodType } = {},
  ): Handler =>
  (sent) => {
    const casing = spelling(sent.path);
    takes?.parse(fromWire(takes, sent.body, casing));
    const answer = typeof value === 'function' ? (value as (sent: Sent) => z.output<Shape>)(sent) : value;
    shape.parse(answer);
    return { status: 200, body: toWire(shape, answer, casing) };
  };

/** Responds with an error status and body. */
export const refusal =
  (status: number, body: unknown = {}): Handler =>
  () => ({ status, body });

/** Responds with 204, without a body. */
export const done: Handler = () => ({ status: 204, body: null });

const readSent = async (input: RequestInfo | URL, init?: RequestInit): Promise<Sent> => {
  const request = input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    // The API accepts paths with and without a trailing slash.
    path: pathname.replace(/^\/api/, '').replace(/\/$/, ''),
    query: searchParams,
    body: text ? JSON.parse(text) : null,
    repeatKey: request.headers.get('idempotency-key'),
  };
};

/** Creates a server with handlers by route, such as `GET /billing/v1/products/:id`. Unknown routes get a 404. */
export const createServer = () => {
  const handlers = new Map<string, Handler>();
  const sent: Sent[] = [];
  const unknown: string[] = [];
  const mistakes: string[] = [];
  atTestEnd(() => {
    // Unexpected requests fail the test.
    expect(unknown).toEqual([]);
    expect(mistakes).toEqual([]);
  });
  let isReachable = true;
  let date: string | null = null;
  /** Sets the handler of a route; replaces an earlier one. */
  const on = (route: string, handler: Handler) => void handlers.set(route, handler);
  const answer = <Shape extends z.ZodType>(route: string, shape: Shape, value: Value<Shape>) =>
    on(route, reply(shape, value));
  const refuse = (route: string, status: number, body: unknown = {}) => on(route, refusal(status, body));
  const handle = async (request: Sent): Promise<Reply> => {
    const route = `${request.method} ${request.path}`;
    const handler = handlers.get(route) ?? handlers.get(route.replace(/[0-9a-f-]{36}/, ':id'));
    if (!handler) {
      unknown.push(route);
      return { status: 404, body: { message: 'Not Found' } };
    }
    try {
      return await handler(request);
    } catch (error) {
      mistakes.push(`${route}: ${String(error)}`);
      return { status: 500, body: {} };
    }
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    const request = await readSent(input, init);
    sent.push(request);
    const { status, body } = await handle(request);
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...(date !== null && { date }) },
    });
  };
  return {
    on,
    answer,
    refuse,
    fetch,
    /** The requests of one route so far. */
    sentTo: (route: string) => sent.filter(({ method, path }) => `${method} ${path}` === route),
    /** Sets the server's time, sent in the `date` header. */
    setTime: (at: Date) => {
      date = at.toUTCString();
    },
    /** Connects or disconnects the network. */
    connect: (isThere: boolean) => {
      isReachable = isThere;
    },
  };
};

export type Server = ReturnType<typeof createServer>;
