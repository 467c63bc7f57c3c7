/**
 * CORS. The billing API allows our own front ends with credentials, everyone else without (contracts/billing.md,
 * section 1). The auth API leaves CORS to the host application (contracts/auth.md, 1.1), which is this gateway: it
 * allows other trusted origins only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTrustedUrl } from '@tessera/proto/api/identity/origin';

const methods = 'GET, POST, PATCH, PUT, DELETE';

const exposed = 'x-request-id, retry-after, etag, content-range, content-disposition, idempotency-replayed';

/** Sets the CORS headers of the billing API. Returns true if the request was a preflight and has been answered. */
export const answerCors = (req: IncomingMessage, res: ServerResponse, trusted: string[]): boolean => {
  const { origin } = req.headers;
  if (origin === undefined) return false;
  return allow(req, res, { origin, isOurs: isTrustedUrl(trusted, origin), exposed });
};

/** The same for the auth API. `own`: origins of our own pages, which need no CORS headers. */
export const answerAuthCors = (
  req: IncomingMessage,
  res: ServerResponse,
  { trusted, own }: { trusted: string[]; own: string[] },
): boolean => {
  const { origin } = req.headers;
  if (origin === undefined || own.includes(origin) || !isTrustedUrl(trusted, origin)) return false;
  return allow(req, res, { origin, isOurs: true, exposed: 'x-request-id, retry-after, x-retry-after' });
};

/** Allows any origin, independent of the request's origin, because shared caches keep one response for all. */
export const answerOpenCors = (req: IncomingMessage, res: ServerResponse): boolean =>
  allow(req, res, { origin: '*', isOurs: false, exposed });

const allow = (
  req: IncomingMessage,
  res: ServerResponse,
  by: { origin: string; isOurs: boolean; exposed: string },
): boolean => {
  res.setHeader('access-control-allow-origin', by.isOurs ? by.origin : '*');
  if (by.origin !== '*') res.setHeader('vary', 'origin');
  if (by.isOurs) res.setHeader('access-control-allow-credentials', 'true');
  res.setHeader('access-control-expose-headers', by.exposed);
  if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) return false;
  res.setHeader('access-control-allow-methods', methods);
  res.setHeader('access-control-allow-headers', 'authorization, content-type, accept, idempotency-key');
  res.setHeader('access-control-max-age', '600');
  res.statusCode = 204;
  res.end();
  return true;
};
