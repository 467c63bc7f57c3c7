/**
 * Runs routes in sequence as Express' router does, for the most common requests: Express' handling of prefixes,
 * parameters, traces and OPTIONS costs more than finding the route.
 */
import type { NextFunction, Request, RequestHandler, Response } from 'express';

type Params = Record<string, string>;

/** The used part of a layer of Express' router. `slash`: matches all paths; `rawPath`: the path as declared. */
export type Layer = {
  match: (path: string) => { params: Params } | false;
  rawPath: unknown;
  slash: boolean;
  handle: RequestHandler;
  route?: { stack: { method?: string; handle: RequestHandler }[] };
};

/** A route with its handlers for one method, or a middleware for all requests. */
type Step = { layer: Layer; handlers: readonly RequestHandler[]; literal: string | null };

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type Method = (typeof methods)[number];
const common: ReadonlySet<string> = new Set(methods);
/** Without a fragment or characters that are invalid in URLs; Express handles those. */
const plainUrl = /^\/[!"$-~]*$/;

/** Whether a request can be handled here. HEAD and OPTIONS are not: routes answer them by their other methods. */
export const isCommon = ({ method, url }: Request): boolean => common.has(method) && plainUrl.test(url);

/** Whether a layer needs nothing of Express' router: no error handler, no mount prefix. */
const isLean = ({ route, slash, handle }: Layer): boolean =>
  (route ? route.stack.map((one) => one.handle) : [handle]).every(({ length }) => length <= 3) &&
  (route !== undefined || slash);

const literalOf = (path: unknown): string | null =>
  typeof path === 'string' && /^\/[\w/-]*\w$/.test(path) ? path : null;

const stepOf = (layer: Layer, method: string): Step[] => {
  const { route, handle, rawPath } = layer;
  if (!route) return [{ layer, handlers: [handle], literal: null }];
  const own = route.stack.filter((one) => one.method === undefined || one.method === method.toLowerCase());
  return own.length > 0
    ? [{ layer, handlers: own.map((one) => one.handle), literal: literalOf(rawPath) }]
    : [];
};

/** Returns a handler that runs layers in order until one responds or fails; null if a layer needs Express' router. */
export const walkOf = (layers: readonly Layer[]): RequestHandler | null => {
  if (!layers.every(isLean)) return null;
  const stepsOf = new Map<string, Step[]>(
    methods.map((method: Method) => [method, layers.flatMap((layer) => stepOf(layer, method))]),
  );
  return (req, res, done) => walk(stepsOf.get(req.method) ?? [], { req, res, done });
};

type Way = { req: Request; res: Response; done: NextFunction };

const walk = (steps: readonly Step[], { req, res, done }: Way): void => {
  const { url, params } = req;
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  let at = 0;
  const next: NextFunction = (error?: unknown) => {
    try {
      for (let step = error ? undefined : steps[at]; step; step = steps[at]) {
        at += 1;
        const found = matching(step, path);
        if (!found) continue;
        req.params = found;
        if (step.layer.route) req.route = step.layer.route;
        return inTurn(step.handlers, { req, res, done: next });
      }
    } catch (refused) {
      // A parameter that cannot be decoded.
      error = refused;
    }
    req.params = params;
    done(error);
  };
  next();
};

const matching = ({ layer, literal }: Step, path: string): Params | null => {
  if (!layer.route) return {};
  if (literal !== null && !(path.startsWith(literal) && path.length <= literal.length + 1)) return null;
  const match = layer.match(path);
  return match ? match.params : null;
};

/** Calls handlers in sequence, each when the previous one calls `next`. Errors, thrown or passed, go to `done`. */
const inTurn = (handlers: readonly RequestHandler[], { req, res, done }: Way): void => {
  let at = 0;
  const next: NextFunction = (error?: unknown) => {
    const handler = error ? undefined : handlers[at];
    if (!handler) return done(error);
    at += 1;
    try {
      const result: unknown = handler(req, res, next);
      if (result instanceof Promise) void passFailure(result, next);
    } catch (failure) {
      next(failure);
    }
  };
  next();
};

const passFailure = async (result: Promise<unknown>, tell: NextFunction): Promise<void> => {
  try {
    await result;
  } catch (failure) {
    tell(failure || new Error('Rejected promise'));
  }
};

/** Combines handlers into one: Express would match each, and strip and restore the path's prefix in between. */
export const together =
  (...handlers: RequestHandler[]): RequestHandler =>
  (req, res, done) =>
    inTurn(handlers, { req, res, done });
