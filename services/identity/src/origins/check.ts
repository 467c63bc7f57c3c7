/** The origin check of POST requests, before their validation (contracts/auth.md, section 6). */
import { mayCarryCookies } from '@tessera/proto/api/identity/origin';
import type { RequestHandler } from 'express';
import { originErrors } from './errors.ts';
import { isTrustedTarget } from './rules.ts';

type Trust = { trustedOrigins: readonly string[]; isCsrfCheckOff: boolean };

/** Middleware: refuses a POST with cookies from an unknown origin, and any POST that would redirect to one. */
export const checkOrigin =
  ({ trustedOrigins, isCsrfCheckOff }: Trust): RequestHandler =>
  (req, _res, next) => {
    if (req.method !== 'POST') return next();
    // A provider that answers by a form posts it from its own page; what it carries is proved by the flow's state.
    const isCallback = req.path.startsWith('/callback/');
    const isChecked = req.headers.cookie !== undefined && !isCsrfCheckOff && !isCallback;
    if (isChecked && !mayCarryCookies(req.headers, trustedOrigins)) throw originErrors.InvalidOrigin();
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
