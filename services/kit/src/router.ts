/**
 * The router of every API. Paths are case-sensitive, as in the contracts: whoever may call `/create` must not reach it
 * as `/Create`, past all that is decided by path (disabled paths, limits, who may pass). A slash at the end does not
 * count, as it does not there.
 */
import express from 'express';

/** Express' router; its own factory would not look at the case. */
export type Router = express.Router;

/** Makes a router. */
export const Router = (): Router => express.Router({ caseSensitive: true });

type Layers = { caseSensitive?: boolean; stack?: { handle?: Layers }[] };

/** Throws when a router, or one used in it, was made otherwise. */
export const requireCaseSensitive = (router: Layers): void => {
  if (!router.stack) return;
  if (router.caseSensitive !== true) throw new Error('make routers with the Router of @tessera/kit/router');
  for (const { handle } of router.stack) if (handle) requireCaseSensitive(handle);
};

type Layer = {
  match: (path: string) => object | false;
  route?: { methods: Record<string, boolean> };
  handle?: { stack?: Layer[] };
};

/** The methods that a router, or one used in it, has at a path, e.g. `['GET', 'HEAD', 'DELETE']`; none: no such path. */
export const methodsAt = (router: Router, path: string): string[] => {
  const methodsOf = (layers: Layer[]): string[] =>
    layers.flatMap((layer) => {
      if (!layer.route) return methodsOf(layer.handle?.stack ?? []);
      return layer.match(path) ? Object.keys(layer.route.methods) : [];
    });
  const methods = methodsOf(router.stack as unknown as Layer[]).map((method) => method.toUpperCase());
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
};
