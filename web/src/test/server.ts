/** The gateway as a page sees it: requests are answered at `fetch`, by the shapes that both sides share. */
import { type Casing, toWire } from '@tessera/proto/api/wire';
import type { z } from 'zod';

/** A request as it left the page. `body` is what the server would read. */
export type Sent = { method: string; path: string; query: URLSearchParams; body: unknown };

type Reply = { status: number; body: unknown };
type Handler = (sent: Sent) => Reply | Promise<Reply>;

const spelling = (path: string): Casing => (path.startsWith('/billing/') ? 'snake' : 'camel');

/** A server on which a test puts what it knows. What nobody has put there is a 404, and listed in `unknown`. */
export const createServer = () => {
  const handlers = new Map<string, Handler>();
  const sent: Sent[] = [];
  const unknown: string[] = [];
  let isReachable = true;
  /** Answers `GET /billing/v1/products/1` and the like; a later answer replaces an earlier one. */
  const on = (route: string, handler: Handler) => void handlers.set(route, handler);
  /** Answers with a value of this shape, spelt as this API spells it. */
  const answer = <Shape extends z.ZodType>(
    route: string,
    shape: Shape,
    value: z.output<Shape> | ((request: Sent) => z.output<Shape>),
  ) =>
    on(route, (request) => ({
      status: 200,
      body: toWire(
        shape,
        typeof value === 'function' ? (value as (request: Sent) => z.output<Shape>)(request) : value,
        spelling(request.path),
      ),
    }));
  const refuse = (route: string, status: number, body: unknown = {}) => on(route, () => ({ status, body }));
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request =
      input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
    if (!isReachable) throw new TypeError('Failed to fetch');
    const { pathname, searchParams } = new URL(request.url);
    // With or without a slash at the end: the API takes both.
    const path = pathname.replace(/^\/api/, '').replace(/\/$/, '');
    const text = await request.text();
    const one: Sent = {
      method: request.method,
      path,
      query: searchParams,
      body: text ? JSON.parse(text) : null,
    };
    sent.push(one);
    const handler = handlers.get(`${request.method} ${path}`);
    if (!handler) unknown.push(`${request.method} ${path}`);
    const { status, body } = await (handler?.(one) ?? { status: 404, body: { message: 'Not Found' } });
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  };
  return {
    on,
    answer,
    refuse,
    fetch,
    unknown,
    /** Requests so far, of one route. */
    sentTo: (route: string) => sent.filter(({ method, path }) => `${method} ${path}` === route),
    /** Whether there is a connection at all. */
    connect: (isThere: boolean) => {
      isReachable = isThere;
    },
  };
};

export type Server = ReturnType<typeof createServer>;
