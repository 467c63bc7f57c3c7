/** Handles every request that belongs to a service, step by step. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from '../gateway.ts';
import { addressOf } from '../request/address.ts';
import { refuse, unavailable } from '../request/errors.ts';
import { type Request, recordOutcome, requestIdOf, type Step, traceOf } from '../request/headers.ts';
import { authBase, isBelow, routeOf } from '../routes.ts';
import { stepsOf } from './steps.ts';

/**
 * Returns a handler that answers requests of the services and returns whether it did; the Express app handles the
 * rest. It runs before Express, which would add a tenth to the cost of a request without being needed for routing
 * here.
 */
export const createApi = (gateway: Gateway) => {
  const steps = stepsOf(gateway);
  const isSecure = gateway.publicUrl.protocol === 'https:';
  const { basePath, trustedProxies } = gateway.settings;
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const asked = inside(req.url ?? '/', basePath);
    if (asked === null) return false;
    const url = withSingleSlashes(asked);
    const question = url.indexOf('?');
    const found = routeOf(question === -1 ? url : url.slice(0, question));
    if (!found) return false;
    req.url = url;
    const trace = traceOf(req);
    const { route, path, counted } = found;
    const facts = { requestId: requestIdOf(req, trace.traceparent), ...trace, route };
    recordOutcome(req, res, facts, gateway);
    setHeaders(res, facts.requestId, isSecure);
    const address = addressOf(req, trustedProxies);
    const request = { req, res, route, path, counted, address, facts, passport: null, body: undefined };
    const fail = (error: unknown): void => {
      gateway.log.error({ err: error, requestId: facts.requestId }, 'request failed');
      refuse(res, route.dialect, unavailable);
    };
    try {
      walk(steps, request)?.catch(fail);
    } catch (error) {
      fail(error);
    }
    return true;
  };
};

/** Runs the steps. Awaits only steps that return a promise, so that a warm request is proxied synchronously. */
const walk = (steps: Step[], request: Request, from = 0): Promise<void> | undefined => {
  for (let at = from; at < steps.length; at += 1) {
    const outcome = steps[at]?.(request);
    if (outcome === 'done') return undefined;
    if (outcome instanceof Promise)
      return outcome.then((later) => (later === 'done' ? undefined : walk(steps, request, at + 1)));
  }
  return undefined;
};

/**
 * Maps a public URL to the internal one, where the auth API is always at the same path. Returns null for internal
 * auth paths that are not public under the configured base path.
 */
const inside = (url: string, basePath: string): string | null => {
  if (basePath === authBase) return url;
  const path = url.split('?', 1)[0] ?? '';
  if (isBelow(basePath, path)) return authBase + url.slice(basePath.length);
  return isBelow(authBase, path) ? null : url;
};

/** Slashes in a path of the auth API count once, as for better-auth: clients join addresses with one too many. */
const withSingleSlashes = (url: string): string => {
  if (!url.startsWith(authBase) || !url.includes('//')) return url;
  const [path = '', ...query] = url.split('?');
  return isBelow(authBase, path) ? [path.replace(/\/{2,}/g, '/'), ...query].join('?') : url;
};

const setHeaders = (res: ServerResponse, requestId: string, isSecure: boolean): void => {
  res.setHeader('x-request-id', requestId);
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('cache-control', 'no-store');
  if (isSecure) res.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
};
