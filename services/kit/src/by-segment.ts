/**
 * Routes found by the first segment of a path. Express tries one route after the other: with those of forty subjects that
 * costs more than many a request's own work. Here only those are tried that a path can be meant for, in their order, and
 * where they are plain routes without a router between them.
 */
import type { RequestHandler } from 'express';
import { isCommon, type Layer, walkOf } from './lean-routes.ts';
import { Router } from './router.ts';

/** Null: whatever segment a path begins with. */
type Segments = ReadonlySet<string> | null;

/** `lean`: the same for common methods without Express' router, where nothing in it needs that. */
type Narrowed = { whole: RequestHandler; lean: RequestHandler | null };

const narrowed = (router: Router, segment: string | null): Narrowed => {
  const whole = narrow(router, segment);
  return { whole, lean: walkOf(whole === goOn ? [] : flat(whole as Router)) };
};

/** All layers of a router and of those that stand in it for all paths, in their order. */
const flat = (router: Router): Layer[] =>
  layersOf(router).flatMap((layer) => {
    const nested = nestedOf(layer);
    return nested ? flat(nested) : [layer];
  });

/**
 * A handler that does what a router does, and tries fewer routes. The router may not be changed afterwards. `before` stands
 * before them, where there are any.
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

/** `events` of `/events/ingest?page=1`. */
const segmentOf = (url: string): string => {
  for (let at = 1; at < url.length; at += 1) {
    const letter = url[at];
    if (letter === '/' || letter === '?' || letter === '#') return url.slice(1, at);
  }
  return url.slice(1);
};

const layersOf = (router: Router): Layer[] => router.stack as unknown as Layer[];

/** All first segments that routes of a router name. */
const segmentsOf = (router: Router): Set<string> =>
  new Set(layersOf(router).flatMap((layer) => [...(segmentsOfLayer(layer) ?? []), ...inner(layer)]));

const inner = (layer: Layer): Iterable<string> => {
  const nested = nestedOf(layer);
  return nested ? segmentsOf(nested) : [];
};

/** The router that is used for all paths of the one that it stands in: what has layers is one, which its type as a handler hides. */
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

/** What is left of a router for paths that begin with a segment; null: with one that nobody names. */
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
