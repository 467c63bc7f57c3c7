/** The paths that a router answers, so that a list of them can be compared with what is there. */
import type { Router } from 'express';

type Layer = { route?: { path: string }; handle?: { stack?: Layer[] } };

/** All paths of a router and of those used in it, each once, in the order of the alphabet. */
export const routePaths = (router: Router): string[] => {
  const pathsOf = (layers: Layer[]): string[] =>
    layers.flatMap(({ route, handle }) => (route ? [route.path] : pathsOf(handle?.stack ?? [])));
  return [...new Set(pathsOf(router.stack as Layer[]))].toSorted((a, b) => a.localeCompare(b));
};
