/** The headers that the gateway adds to requests for the services, and those that it removes. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessLog } from '@tessera/kit/log';
import type { Metrics } from '@tessera/kit/observability/metrics';
import { type Entry, startEntry } from '@tessera/kit/observability/telemetry';
import { rawCookie } from '@tessera/proto/api/identity/cookie-header';
import { passportHeader } from '@tessera/proto/api/passport';
import { type Found, isJudgedBehind, type Route } from '../routes.ts';

/** Facts of one request, for its log line. */
export type Facts = {
  requestId: string;
  traceparent: string;
  /** Set if spans are exported. */
  endSpan?: Entry['endSpan'];
  route: Route | null;
  userId?: string;
  accessTokenId?: string;
  /** The OAuth client whose token acts for the user. */
  clientId?: string;
  customerSessionId?: string;
};

/** A request in progress; `passport` and `body` are set by the steps. */
export type Request = Found & {
  req: IncomingMessage;
  res: ServerResponse;
  address: string;
  facts: Facts;
  passport: string | null;
  body: Buffer | undefined;
};

/** `done`: the request has been answered or proxied. */
export type Outcome = 'done' | 'next';
export type Step = (request: Request) => Outcome | Promise<Outcome>;

/** Removed request headers: those that only the gateway may set, and those of the caller's own connection. */
const removed = new Set([
  passportHeader,
  'authorization',
  'connection',
  'expect',
  'forwarded',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'traceparent',
  // Node throws an uncaught error for a request that announces trailers and is not chunked.
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
]);

/** Values of the headers that the gateway sets for the services. */
export type ServiceContext = {
  address: string;
  requestId: string;
  traceparent: string;
  passport: string | null;
  /** The body that was read, undefined if there is none. */
  body: Buffer | undefined;
};

/**
 * Sets the headers that the services see: removes those that only the gateway may set, removes credentials except
 * those that a route passes to its service, and passes cookies only to services that own them. Builds a new object,
 * because deleting keys from the present one would make every later copy of it slow.
 */
export const setServiceHeaders = (req: IncomingMessage, route: Route, context: ServiceContext): void => {
  const headers: IncomingMessage['headers'] = {};
  const given = req.headers;
  for (const name in given)
    if (!removed.has(name) && (name !== 'cookie' || route.passesCookies)) headers[name] = given[name];
  if (route.passesCookie) setCookies(headers, given.cookie, route.passesCookie);
  if (isJudgedBehind(route, given.authorization)) headers.authorization = given.authorization;
  headers['x-forwarded-for'] = context.address;
  headers['x-request-id'] = context.requestId;
  headers['traceparent'] = context.traceparent;
  // `close` is passed on so that the caller's connection is closed; other values would open a connection beside the
  // pool.
  if (/\bclose\b/i.test(given.connection ?? '')) headers.connection = 'close';
  if (context.body) headers['content-length'] = String(context.body.length);
  if (context.passport !== null) headers[passportHeader] = context.passport;
  req.headers = headers;
};

/** Passes on the cookies of these names only. */
const setCookies = (
  headers: IncomingMessage['headers'],
  given: string | undefined,
  names: readonly string[],
): void => {
  const passed = names.flatMap((name) => {
    const value = rawCookie(given, name);
    return value === undefined ? [] : `${name}=${value}`;
  });
  if (passed.length > 0) headers.cookie = passed.join('; ');
};

/** Continues the caller's trace or starts a new one; with a span if spans are exported. */
export const traceOf = (req: IncomingMessage): Pick<Entry, 'traceparent'> & Partial<Entry> => {
  const header = req.headers['traceparent'];
  const given = typeof header === 'string' && traceparentForm.test(header) ? header : undefined;
  const entry = startEntry(req.method ?? '', given);
  if (entry) return entry;
  if (given !== undefined) return { traceparent: given };
  const ids = random24();
  return { traceparent: `00-${ids.slice(0, 32)}-${ids.slice(32)}-01` };
};

const traceparentForm = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's request id if it has a valid form, else the trace id; the services log the same. */
export const requestIdOf = (req: IncomingMessage, traceparent: string): string => {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : traceparent.slice(3, 35);
};

let pool = Buffer.alloc(0);
let used = 0;

/** Returns 24 random bytes as hex, from a pool that is filled by one system call for many requests. */
const random24 = (): string => {
  if (used + 24 > pool.length) {
    pool = randomBytes(24 * 256);
    used = 0;
  }
  used += 24;
  return pool.toString('hex', used - 24, used);
};

/** The client disconnected before the response: not an HTTP status, but the code that logs commonly use. */
const clientLeft = 499;
const unreadMilliseconds = 2_000;

/**
 * If a request was answered before its body was complete, gives the client a moment to send the rest and read the
 * response.
 */
const endUnread = (req: IncomingMessage): void => {
  if (req.complete || req.destroyed) return;
  setTimeout(() => req.complete || req.socket.destroy(), unreadMilliseconds).unref();
};

/** Writes a log line and a measurement for each finished request. */
export const recordOutcome = (
  req: IncomingMessage,
  res: ServerResponse,
  facts: Facts,
  parts: { accessLog: AccessLog; metrics: Metrics },
): void => {
  const started = performance.now();
  const { method = '' } = req;
  res.once('close', () => {
    const ms = performance.now() - started;
    const route = facts.route?.prefix ?? 'none';
    const status = res.headersSent ? res.statusCode : clientLeft;
    endUnread(req);
    parts.metrics.requests.observe({ method, route, status: String(status) }, ms / 1000);
    facts.endSpan?.({ method, route, status });
    const { requestId, userId, accessTokenId, clientId, customerSessionId } = facts;
    parts.accessLog.info(
      {
        requestId,
        method,
        route,
        status,
        ms: Math.round(ms),
        userId,
        accessTokenId,
        clientId,
        customerSessionId,
        cut: res.writableFinished ? undefined : true,
      },
      'request finished',
    );
  });
};
