/**
 * Routes tried one after the other as Express' router does it, for the requests that there are most of: what it keeps in mind
 * of prefixes, parameters, traces and answers to OPTIONS costs it more than finding the route.
 */
import type { NextFunction, Request, RequestHandler, Response } from 'express';

type Params = Record<string, string>;

/** A layer of Express' router, as far as it matters here. `slash`: it is used for all paths; `rawPath`: as it was given. */
export type Layer = {
  match: (path: string) => { params: Params } | false;
  rawPath: unknown;
  slash: boolean;
  handle: RequestHandler;
  route?: { stack: { method?: string; handle: RequestHandler }[] };
};

/** A route with its handlers for one method, or what all requests go through on their way. */
type Step = { layer: Layer; handlers: readonly RequestHandler[]; literal: string | null };

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type Method = (typeof methods)[number];
const common: ReadonlySet<string> = new Set(methods);
/** Without a fragment and letters that have no place in a URL: what has such is read more thoroughly. */
const plainUrl = /^\/[!"$-~]*$/;

/** Whether a request can be walked: HEAD and OPTIONS are answered by what a route has for other methods. */
export const isCommon = ({ method, url }: Request): boolean => common.has(method) && plainUrl.test(url);

/** Whether a layer does nothing that only Express' router can: it handles no errors, and takes off no prefix. */
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

/** A handler that goes over layers in their order, until one answers or fails; null: not all of them are that simple. */
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

/** Calls handlers one after the other, each when the one before goes on; what one throws goes to `done`, as if told. */
const inTurn = (handlers: readonly RequestHandler[], { req, res, done }: Way): void => {
  let at = 0;
  const next: NextFunction = (error?: unknown) => {
    const handler = error ? undefined : handlers[at];
    if (!handler) return done(error);
    at += 1;
    try {
      const result: unknown = handler(req, res, next);
      if (result instanceof Promise) void tellFailure(result, next);
    } catch (failure) {
      next(failure);
    }
  };
  next();
};

const tellFailure = async (result: Promise<unknown>, tell: NextFunction): Promise<void> => {
  try {
    await result;
  } catch (failure) {
    tell(failure || new Error('Rejected promise'));
  }
};

/** Handlers as one: Express would find each of them anew, and take the path's prefix off and put it back in between. */
export const together =
  (...handlers: RequestHandler[]): RequestHandler =>
  (req, res, done) =>
    inTurn(handlers, { req, res, done });
