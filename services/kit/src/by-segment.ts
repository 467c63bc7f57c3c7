/**
 * Routes found by the first segment of a path. Express tries one route after the other: with those of forty subjects that
 * costs more than many a request's own work. Here only those are tried that a path can be meant for, in their order.
 */
import type { RequestHandler } from 'express';
import { Router } from './router.ts';

/** `slash`: it is used for all paths. `rawPath`: as it was given. */
type Layer = Router['stack'][number] & { slash: boolean; rawPath: unknown };
/** Null: whatever segment a path begins with. */
type Segments = ReadonlySet<string> | null;

/** A handler that does what a router does, and tries fewer routes. The router may not be changed afterwards. */
export const bySegment = (router: Router): RequestHandler => {
  const named = new Map<string, RequestHandler>();
  for (const segment of segmentsOf(router)) named.set(segment, narrow(router, segment));
  const others = narrow(router, null);
  return (req, res, next) => {
    const { url } = req;
    const handler = url.startsWith('/') ? (named.get(segmentOf(url)) ?? others) : router;
    return handler(req, res, next);
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

const layersOf = (router: Router): Layer[] => router.stack as Layer[];

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
    } else if (segments === null || (segment !== null && segments.has(segment))) narrowed.stack.push(layer);
  }
  return narrowed.stack.length === 0 ? goOn : narrowed;
};
