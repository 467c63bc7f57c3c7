/**
 * Dispatches routes by the first segment of the path. Express tries routes one by one; with those of forty resources
 * that costs more than many requests' own work. Here only routes that can match are tried, in their order, and plain
 * routes without a router in between.
 */
import type { RequestHandler } from 'express';
import { isCommon, type Layer, walkOf } from './lean-routes.ts';
import { Router } from './router.ts';

/** Null: matches paths with any first segment. */
type Segments = ReadonlySet<string> | null;

/** `lean`: the same without Express' router, for common methods; null where a layer needs Express' router. */
type Narrowed = { whole: RequestHandler; lean: RequestHandler | null };

const narrowed = (router: Router, segment: string | null): Narrowed => {
  const whole = narrow(router, segment);
  return { whole, lean: walkOf(whole === goOn ? [] : flat(whole as Router)) };
};

/** All layers of a router, including those of routers mounted in it for all paths, in order. */
const flat = (router: Router): Layer[] =>
  layersOf(router).flatMap((layer) => {
    const nested = nestedOf(layer);
    return nested ? flat(nested) : [layer];
  });

/**
 * Returns a handler that behaves as the router but tries fewer routes. The router must not change afterwards.
 * `before` runs before the routes, if any can match.
 */
export const bySegment = (router: Router, before: RequestHandler = goOn): RequestHandler => {
  const named = new Map<string, Narrowed>();
  for (const segment of segmentsOf(router)) named.set(segment, narrowed(router, segment));
  const others = narrowed(router, null);
  const all: Narrowed = { whole: router, lean: null };
  return (req, res, next) => {
    const { url } = req;
    const { lean, whole } = url.startsWith('/') ? (named.get(segmentOf(url)) ?? others) : all;
    if (whole === goOn) return next();
    return before(req, res, (error?: unknown) => {
      if (error) return next(error);
      return lean && isCommon(req) ? lean(req, res, next) : whole(req, res, next);
    });
  };
};

/** Returns `events` for `/events/ingest?page=1`. */
const segmentOf = (url: string): string => {
  for (let at = 1; at < url.length; at += 1) {
    const letter = url[at];
    if (letter === '/' || letter === '?' || letter === '#') return url.slice(1, at);
  }
  return url.slice(1);
};

const layersOf = (router: Router): Layer[] => router.stack as unknown as Layer[];

/** The first segments that any route of a router names. */
const segmentsOf = (router: Router): Set<string> =>
  new Set(layersOf(router).flatMap((layer) => [...(segmentsOfLayer(layer) ?? []), ...inner(layer)]));

const inner = (layer: Layer): Iterable<string> => {
  const nested = nestedOf(layer);
  return nested ? segmentsOf(nested) : [];
};

/** The router of a layer that matches all paths, or null. A handler with a stack is a router, despite its type. */
const nestedOf = ({ slash, route, handle }: Layer): Router | null =>
  slash && !route && 'stack' in handle ? (handle as unknown as Router) : null;

const plain = /^\/(?<segment>[\w.-]+)(?:\/|$)/;

const segmentsOfLayer = ({ rawPath, slash }: Layer): Segments => {
  if (slash) return null;
  const paths = Array.isArray(rawPath) ? rawPath : [rawPath];
  const segments = paths.map((path) =>
    typeof path === 'string' ? plain.exec(path)?.groups?.['segment'] : undefined,
  );
  return segments.includes(undefined) ? null : new Set(segments as string[]);
};

const goOn: RequestHandler = (_req, _res, next) => next();

/** Returns the routes of a router that can match a first segment; null: a segment that no route names. */
const narrow = (router: Router, segment: string | null): RequestHandler => {
  const narrowed = Router();
  for (const layer of layersOf(router)) {
    const nested = nestedOf(layer);
    const segments = segmentsOfLayer(layer);
    if (nested) {
      const own = narrow(nested, segment);
      if (own !== goOn) narrowed.use(own);
    } else if (segments === null || (segment !== null && segments.has(segment)))
      layersOf(narrowed).push(layer);
  }
  return narrowed.stack.length === 0 ? goOn : narrowed;
};
