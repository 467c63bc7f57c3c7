/** Takes every request that a service owns, and leads it over the steps of its way. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf } from './address.ts';
import type { Gateway } from './gateway.ts';
import { refuse, unavailable } from './refuse.ts';
import { type Request, recordOutcome, requestIdOf, type Step, traceOf } from './request.ts';
import { authBase, isBelow, routeOf } from './routes.ts';
import { stepsOf } from './steps.ts';

/**
 * Answers everything that a service owns, and says whether it did; the rest is the Express app's. This handler stands
 * before Express, not in it: on this path there is nothing to route, and Express would cost a tenth of the request.
 */
export const createApi = (gateway: Gateway) => {
  const steps = stepsOf(gateway);
  const isSecure = gateway.publicUrl.protocol === 'https:';
  const { basePath, trustedProxies } = gateway.settings;
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const url = inside(req.url ?? '/', basePath);
    if (url === null) return false;
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

/** Takes the steps, and waits only where one has to: a warm request is passed on at once. */
const walk = (steps: Step[], request: Request, from = 0): Promise<void> | undefined => {
  for (let at = from; at < steps.length; at += 1) {
    const outcome = steps[at]?.(request);
    if (outcome === 'done') return undefined;
    if (outcome instanceof Promise)
      return outcome.then((later) => (later === 'done' ? undefined : walk(steps, request, at + 1)));
  }
  return undefined;
};

/** An address as the services know it: they have the auth API always in the same place. Null: outside it is elsewhere. */
const inside = (url: string, basePath: string): string | null => {
  if (basePath === authBase) return url;
  const path = url.split('?', 1)[0] ?? '';
  if (isBelow(basePath, path)) return authBase + url.slice(basePath.length);
  return isBelow(authBase, path) ? null : url;
};

const setHeaders = (res: ServerResponse, requestId: string, isSecure: boolean): void => {
  res.setHeader('x-request-id', requestId);
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('cache-control', 'no-store');
  if (isSecure) res.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
};
