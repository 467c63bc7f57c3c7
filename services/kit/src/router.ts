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
