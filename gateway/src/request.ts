/** What the gateway itself tells the services about a request, and what it never lets through. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@tessera/kit/log';
import type { Metrics } from '@tessera/kit/metrics';
import { passportHeader } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import type { Route } from './routes.ts';

/** Facts of one request, for its log line. */
export type Facts = { requestId: string; route: Route | null; userId?: string; accessTokenId?: string };

const forged = [
  passportHeader,
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
  'x-real-ip',
  'upgrade',
];

/**
 * Cleans a request's headers for the services: nothing that only the gateway may say survives from outside,
 * credentials stay here, and cookies reach only the services that own them.
 */
export const cleanHeaders = (req: IncomingMessage, route: Route, address: string, publicUrl: URL): void => {
  const { headers } = req;
  for (const name of forged) if (headers[name] !== undefined) delete headers[name];
  delete headers.authorization;
  if (!route.passesCookies) delete headers.cookie;
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-host'] = publicUrl.host;
  headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
};

/** The caller's request id when it has the form of one, else a new one; the services log the same. */
export const requestIdOf = (req: IncomingMessage): string => {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : uuidv7();
  req.headers['x-request-id'] = id;
  return id;
};

/** Continues the caller's trace, or begins one. */
export const traceparentOf = (req: IncomingMessage): string => {
  const given = req.headers['traceparent'];
  if (typeof given === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(given)) return given;
  const ids = random24();
  const traceparent = `00-${ids.slice(0, 32)}-${ids.slice(32)}-01`;
  req.headers['traceparent'] = traceparent;
  return traceparent;
};

let pool = Buffer.alloc(0);
let used = 0;

/** 24 random bytes as hex, drawn from a pool: one system call for many requests. */
const random24 = (): string => {
  if (used + 24 > pool.length) {
    pool = randomBytes(24 * 256);
    used = 0;
  }
  used += 24;
  return pool.toString('hex', used - 24, used);
};

/** One log line and one measurement for each finished request. */
export const recordOutcome = (
  req: IncomingMessage,
  res: ServerResponse,
  facts: Facts,
  parts: { log: Logger; metrics: Metrics },
): void => {
  const started = performance.now();
  const { method = '' } = req;
  res.once('close', () => {
    const ms = performance.now() - started;
    const route = facts.route?.prefix ?? 'none';
    const status = res.statusCode;
    parts.metrics.requests.observe({ method, route, status: String(status) }, ms / 1000);
    const { requestId, userId, accessTokenId } = facts;
    parts.log.info(
      {
        requestId,
        method,
        route,
        status,
        ms: Math.round(ms),
        userId,
        accessTokenId,
        cut: res.writableFinished ? undefined : true,
      },
      'request finished',
    );
  });
};
