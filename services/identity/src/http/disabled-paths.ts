/** Checks that run before a request's body is read (contracts/auth.md, section 1.1). */
import type { RequestHandler } from 'express';

/** Middleware: answers 404 to disabled paths and to methods without a route. Responses are never cached. */
export const rejectDisabledPaths =
  (disabledPaths: readonly string[]): RequestHandler =>
  (req, res, next) => {
    res.setHeader('cache-control', 'no-store');
    const path = req.path.replace(/(?<=.)\/+$/, '');
    if (disabledPaths.includes(path)) {
      res.setHeader('content-type', 'text/plain;charset=UTF-8');
      res.status(404).end('Not Found');
      return;
    }
    if (req.method === 'HEAD' || req.method === 'OPTIONS') {
      res.status(404).end();
      return;
    }
    next();
  };
