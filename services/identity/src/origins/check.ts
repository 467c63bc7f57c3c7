/** The origin check of POST requests, before their validation (contracts/auth.md, section 6). */
import type { RequestHandler } from 'express';
import { originErrors } from './errors.ts';
import { isTrustedTarget, isTrustedUrl } from './rules.ts';

type Trust = { trustedOrigins: readonly string[]; isCsrfCheckOff: boolean };

/** Middleware: refuses a POST with cookies from an unknown origin, and any POST that would redirect to one. */
export const checkOrigin =
  ({ trustedOrigins, isCsrfCheckOff }: Trust): RequestHandler =>
  (req, _res, next) => {
    if (req.method !== 'POST') return next();
    const origin = req.headers.origin ?? req.headers.referer;
    if (req.headers.cookie && !isCsrfCheckOff && origin && !isTrustedUrl(trustedOrigins, origin))
      throw originErrors.InvalidOrigin();
    const body = fieldsOf(req.body);
    const refuses = (target: unknown): boolean =>
      typeof target === 'string' && target !== '' && !isTrustedTarget(trustedOrigins, target);
    if (refuses(body['callbackURL']) || refuses(req.query['callbackURL']))
      throw originErrors.InvalidCallbackUrl();
    if (refuses(body['redirectTo'])) throw originErrors.InvalidRedirectUrl();
    if (refuses(body['errorCallbackURL'])) throw originErrors.InvalidErrorCallbackUrl();
    if (refuses(body['newUserCallbackURL'])) throw originErrors.InvalidNewUserCallbackUrl();
    next();
  };

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
