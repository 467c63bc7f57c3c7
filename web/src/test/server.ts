/** The gateway as a page sees it: requests are answered at `fetch`, by the shapes that both sides share. */
import { type Casing, fromWire, toWire } from '@tessera/proto/api/wire';
import type { z } from 'zod';

/** A request as it left the page. `body` is what the server would read. */
export type Sent = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  /** By which the server knows a request that is sent once more. */
  repeatKey: string | null;
};

type Reply = { status: number; body: unknown };
export type Handler = (sent: Sent) => Reply | Promise<Reply>;
type Value<Shape extends z.ZodType> = z.output<Shape> | ((sent: Sent) => z.output<Shape>);

const spelling = (path: string): Casing => (path.startsWith('/billing/') ? 'snake' : 'camel');

/**
 * Answers with a value of this shape, spelt as its API spells it; `takes` is the shape of the body that the server
 * reads. What does not have its shape, on the way in or out, fails the test.
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

/** Refuses, with a body as this API words its refusals. */
export const refusal =
  (status: number, body: unknown = {}): Handler =>
  () => ({ status, body });

/** An action that is answered without a body. */
export const done: Handler = () => ({ status: 204, body: null });

const servers: { unknown: string[]; mistakes: string[] }[] = [];

afterEach(() => {
  const [...met] = servers.splice(0);
  // A page that asks for what the test did not think of is not the page that the test thinks of.
  expect(met.flatMap(({ unknown }) => unknown)).toEqual([]);
  expect(met.flatMap(({ mistakes }) => mistakes)).toEqual([]);
});

const readSent = async (input: RequestInfo | URL, init?: RequestInit): Promise<Sent> => {
  const request = input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    // With or without a slash at the end: the API takes both.
    path: pathname.replace(/^\/api/, '').replace(/\/$/, ''),
    query: searchParams,
    body: text ? JSON.parse(text) : null,
    repeatKey: request.headers.get('idempotency-key'),
  };
};

/** A server on which a test puts what it knows, by `GET /billing/v1/products/1` and the like; `:id` stands for any. What nobody has put there is a 404. */
export const createServer = () => {
  const handlers = new Map<string, Handler>();
  const sent: Sent[] = [];
  const unknown: string[] = [];
  const mistakes: string[] = [];
  servers.push({ unknown, mistakes });
  let isReachable = true;
  let date: string | null = null;
  /** A later answer replaces an earlier one. */
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
    /** Requests so far, of one route. */
    sentTo: (route: string) => sent.filter(({ method, path }) => `${method} ${path}` === route),
    /** What time it is for the server. */
    setTime: (at: Date) => {
      date = at.toUTCString();
    },
    /** Whether there is a connection at all. */
    connect: (isThere: boolean) => {
      isReachable = isThere;
    },
  };
};

export type Server = ReturnType<typeof createServer>;
