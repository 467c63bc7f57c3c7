/** The HTTP app of a process: bodies, request ids, callers, health, metrics, and errors in the API's dialect. */
import { billingDialect, challengeOf, type Dialect } from '@tessera/proto/api/error';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { uuidv7 } from 'uuidv7';
import { failingLoops } from '../background/loop.ts';
import { within } from '../background/timeout.ts';
import { AppError } from '../errors.ts';
import { accessLogOf, type Logger } from '../log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { type RequestTrace, traceRequest } from '../observability/telemetry.ts';
import { withLanguages } from '../text/request-language.ts';
import { readBodies, takeEmptyForNone } from './bodies.ts';
import { bySegment } from './by-segment.ts';
import { failureOf } from './failure.ts';
import { together } from './lean-routes.ts';
import { callerOf, type PassportReader, readCaller } from './passport.ts';
import { parsePlainQuery, parseQuery } from './query.ts';
import { methodsAt, Router, requireCaseSensitive } from './router.ts';
import { sendJson } from './send-json.ts';

/** One API of a process: its mount path, dialect and routes. */
export type Mount = {
  path: string;
  dialect: Dialect;
  routes: Router;
  /** Routes that read raw bodies themselves: signed webhooks, file parts. They have no caller. */
  unread?: Router;
};

type Checks = Record<string, () => Promise<unknown>>;

export type AppParts = {
  log: Logger;
  metrics: Metrics;
  passports: PassportReader;
  mounts: Mount[];
  /** Named checks of `/ready`; if one throws, the process is not ready. */
  checks: Checks;
  /** Named checks that `/ready` only reports: of parts that requests can do without. */
  dispensable?: Checks;
  /** Routes for other processes of the system, not exposed by the gateway, such as `/internal/openapi.json`. */
  internal?: Router;
  /** Largest accepted body in bytes. Default 1 MiB. */
  bodyLimit?: number;
  /** Development and tests: a reply that does not match its shape becomes a 500 instead of reaching the client. */
  checkReplies?: boolean;
};

/** Builds the app: operations routes, then each API with its error handler. */
export const createApp = (parts: AppParts): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', parseQuery);
  app.locals['checkReplies'] = parts.checkReplies ?? false;
  const operations = Router().use(operationsRoutes(parts));
  if (parts.internal) operations.use('/internal', parts.internal);
  app.use(unlessElsewhere(operations));
  app.use(observe(parts));
  for (const { path, dialect, routes, unread } of parts.mounts) {
    for (const router of [routes, unread ?? []])
      requireCaseSensitive(router as Parameters<typeof requireCaseSensitive>[0]);
    app.use(
      path,
      together(
        ...(unread ? [bySegment(unread, inRequest)] : []),
        readBodies(parts.bodyLimit ?? 1_048_576, dialect.json),
        // After the body is read: nothing before needs trace or language.
        inRequest,
        ...(dialect.repeated === 'last' ? [takeEmptyForNone, takeLast] : []),
        readCaller(parts.passports),
        bySegment(routes),
        noRoute(dialect, unread ? [routes, unread] : [routes]),
      ),
    );
    app.use(path, answerError(dialect, parts.log));
  }
  app.use((_req, res) => void res.status(404).end());
  app.use(answerBlandly(parts.log));
  return app;
};

/** The app of a process without an API: operations routes only. */
export const createOperationsApp = (
  parts: Pick<AppParts, 'log' | 'metrics' | 'checks' | 'dispensable'>,
): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.use(operationsRoutes(parts));
  app.use((_req, res) => void res.status(404).end());
  app.use(answerBlandly(parts.log));
  return app;
};

/** A check that hangs has failed; shorter than the timeout of probes. */
const checkMilliseconds = 3_000;

/** A loop that has failed for longer is reported. */
const toleratedSeconds = 30;

/** Returns the names of failing checks. */
const failingOf = async (checks: Checks = {}): Promise<string[]> => {
  const names = Object.keys(checks);
  const results = await Promise.allSettled(
    names.map(async (name) => within(checkMilliseconds, Promise.resolve(checks[name]?.()), name)),
  );
  return names.filter((_, index) => results[index]?.status === 'rejected');
};

/**
 * `/health` (liveness), `/ready` (readiness) and `/metrics` of a process. Only `checks` decide readiness: failing
 * `dispensable` checks and loops are reported, as one failing kind of work must not take the others down.
 */
export const operationsRoutes = (
  parts: Pick<AppParts, 'metrics' | 'checks' | 'dispensable'>,
): RequestHandler => {
  const router = Router();
  router.get('/health', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/ready', async (_req, res) => {
    const [needed, dispensable] = await Promise.all([failingOf(parts.checks), failingOf(parts.dispensable)]);
    const loops = failingLoops().flatMap(({ name, seconds }) => (seconds > toleratedSeconds ? [name] : []));
    const status = needed.length ? 'unready' : 'ready';
    res.status(needed.length ? 503 : 200).json({
      status,
      failing: [...needed, ...dispensable],
      ...(loops.length > 0 && { failingLoops: loops }),
    });
  });
  router.get('/metrics', async (_req, res) => {
    res.setHeader('content-type', parts.metrics.registry.contentType);
    res.end(await parts.metrics.registry.metrics());
  });
  return router;
};

/** The client disconnected before the response: 499, as commonly logged; not an HTTP status. */
const callerLeft = 499;

/** Skips operations routes for API requests, that is, nearly all. */
const unlessElsewhere =
  (operations: RequestHandler): RequestHandler =>
  (req, res, next) =>
    /^\/(?!health|ready|metrics|internal)/.test(req.url) ? next() : operations(req, res, next);

/** Request id, trace, and one log line per finished request. */
const observe = ({ log, metrics }: AppParts): RequestHandler => {
  const accessLog = accessLogOf(log);
  return (req, res, next) => {
    const started = performance.now();
    const requestId = req.get('x-request-id') ?? uuidv7();
    const trace = traceRequest(req.method, req.get('traceparent'));
    Object.assign(res.locals, { requestId, trace });
    res.setHeader('x-request-id', requestId);
    res.once('close', () => {
      const { method } = req;
      const route = routeOf(req);
      const seconds = (performance.now() - started) / 1000;
      const status = res.headersSent ? res.statusCode : callerLeft;
      metrics.requests.observe({ method, route, status: String(status) }, seconds);
      const { traceId } = trace;
      const ms = Math.round(seconds * 1000);
      accessLog.info({ traceId, requestId, method, route, status, ms, ...who(req) }, 'request finished');
      trace.end({ method, route, status });
    });
    next();
  };
};

/** Runs the following handlers in the request's trace and languages. */
const inRequest: RequestHandler = (req, res, next) => {
  const { run } = res.locals['trace'] as RequestTrace;
  run(() => withLanguages(req.get('accept-language'), next));
};

/** The route's pattern, not the path: a path may contain a secret. */
const routeOf = (req: express.Request): string =>
  req.route ? `${req.baseUrl}${(req.route as { path: string }).path}` : 'none';

const who = (req: express.Request) => {
  const caller = callerOf(req);
  if (caller.kind === 'user') return { userId: caller.userId };
  if (caller.kind === 'customer') return { customerSessionId: caller.sessionId };
  if (caller.kind === 'user-token')
    return { userId: caller.userId, accessTokenId: caller.tokenId, clientId: caller.clientId };
  return caller.kind === 'token' ? { accessTokenId: caller.tokenId, clientId: caller.clientId } : {};
};

/** The last value of a repeated query or form name counts, so that checks and handlers see the same one. */
const takeLast: RequestHandler = (req, _res, next) => {
  const query = parsePlainQuery(/\?(.*)$/s.exec(req.url)?.[1]);
  Object.defineProperty(req, 'query', { value: query, configurable: true, enumerable: true, writable: true });
  if (req.is('application/x-www-form-urlencoded') && req.body)
    req.body = Object.fromEntries(
      Object.entries(req.body as Record<string, string | string[]>).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.at(-1) : value,
      ]),
    );
  next();
};

const noRoute =
  ({ noRoute: nothing, wrongMethod }: Dialect, routers: Router[]): RequestHandler =>
  (req, res) => {
    const methods = wrongMethod ? routers.flatMap((router) => methodsAt(router, req.path)) : [];
    if (wrongMethod === null || methods.length === 0) throw new AppError(nothing);
    res.setHeader('allow', [...new Set(methods)].toSorted().join(', '));
    throw new AppError(wrongMethod);
  };

const answerError =
  (dialect: Dialect, log: Logger): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const failure = failureOf(error, dialect);
    if (failure.status >= 500)
      log.error({ err: error, requestId: res.locals['requestId'], route: routeOf(req) }, 'request failed');
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // Without a route there is no defined response body.
    if (failure === dialect.noRoute && failure.message === null) {
      res.status(404).end();
      return;
    }
    const challenge = challengeOf(failure);
    if (challenge !== null) res.setHeader('www-authenticate', challenge);
    if (failure.retryAfter !== undefined)
      // The auth contract's client reads `x-retry-after`.
      for (const header of ['retry-after', 'x-retry-after'])
        res.setHeader(header, String(failure.retryAfter));
    res.status(failure.status);
    sendJson(res, dialect.render(failure));
  };

/** Errors outside of the APIs have no body; Express' default one would reveal paths of the code. */
const answerBlandly =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const { status } = failureOf(error, billingDialect);
    if (status >= 500) log.error({ err: error, path: req.path }, 'request failed');
    if (res.headersSent) res.destroy();
    else res.status(status).end();
  };
