/**
 * The router of every API. Paths are case-sensitive, as in the contracts: `/Create` must not bypass rules by path
 * (disabled paths, rate limits, access) that apply to `/create`. A trailing slash is ignored, by those rules too.
 */
import express from 'express';

/** Express' router type; its own factory ignores case by default. */
export type Router = express.Router;

/** Creates a case-sensitive router. */
export const Router = (): Router => express.Router({ caseSensitive: true });

type Layers = { caseSensitive?: boolean; stack?: { handle?: Layers }[] };

/** Throws if a router or a nested one is not case-sensitive. */
export const requireCaseSensitive = (router: Layers): void => {
  if (!router.stack) return;
  if (router.caseSensitive !== true)
    throw new Error('make routers with the Router of @tessera/kit/http/router');
  for (const { handle } of router.stack) if (handle) requireCaseSensitive(handle);
};

type Layer = {
  match: (path: string) => object | false;
  route?: { methods: Record<string, boolean> };
  handle?: { stack?: Layer[] };
};

/** Returns the methods of a path, nested routers included, e.g. `['GET', 'HEAD', 'DELETE']`; empty: unknown path. */
export const methodsAt = (router: Router, path: string): string[] => {
  const methodsOf = (layers: Layer[]): string[] =>
    layers.flatMap((layer) => {
      if (!layer.route) return methodsOf(layer.handle?.stack ?? []);
      return layer.match(path) ? Object.keys(layer.route.methods) : [];
    });
  const methods = methodsOf(router.stack as unknown as Layer[]).map((method) => method.toUpperCase());
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
};
