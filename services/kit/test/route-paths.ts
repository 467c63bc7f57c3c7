/** Lists the paths of a router, to compare them with a documented list. */
import type { Router } from 'express';

type Layer = { route?: { path: string }; handle?: { stack?: Layer[] } };

/** Returns all paths of a router and its sub-routers, without duplicates, in alphabetical order. */
export const routePaths = (router: Router): string[] => {
  const pathsOf = (layers: Layer[]): string[] =>
    layers.flatMap(({ route, handle }) => (route ? [route.path] : pathsOf(handle?.stack ?? [])));
  return [...new Set(pathsOf(router.stack as Layer[]))].toSorted((a, b) => a.localeCompare(b));
};
