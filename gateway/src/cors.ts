/** CORS of the billing API: our own front ends with credentials, everyone else without (contracts/billing.md, section 1). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isTrustedUrl } from '@tessera/proto/api/identity/origin';

const methods = 'GET, POST, PATCH, PUT, DELETE';

/** Sets the CORS headers of an answer; true when the request was a preflight and is answered. */
export const answerCors = (req: IncomingMessage, res: ServerResponse, trusted: string[]): boolean => {
  const { origin } = req.headers;
  if (origin === undefined) return false;
  const isOurs = isTrustedUrl(trusted, origin);
  res.setHeader('access-control-allow-origin', isOurs ? origin : '*');
  res.setHeader('vary', 'origin');
  if (isOurs) res.setHeader('access-control-allow-credentials', 'true');
  res.setHeader(
    'access-control-expose-headers',
    'x-request-id, retry-after, etag, content-range, content-disposition, idempotency-replayed',
  );
  if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) return false;
  res.setHeader('access-control-allow-methods', methods);
  res.setHeader('access-control-allow-headers', 'authorization, content-type, accept, idempotency-key');
  res.setHeader('access-control-max-age', '600');
  res.statusCode = 204;
  res.end();
  return true;
};
