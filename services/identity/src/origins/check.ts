/**
 * Checks origins and redirect targets (contracts/auth.md, section 6): for POST requests before their validation, for
 * GET routes that redirect after it.
 */
import { defineErrors } from '@tessera/kit/errors';
import { isTrustedUrl, mayCarryCookies } from '@tessera/proto/api/identity/origin';
import type { RequestHandler } from 'express';
import { type Identity, trustedOrigins } from '../identity.ts';

const originErrors = defineErrors({
  InvalidOrigin: { status: 403, message: 'Invalid origin' },
  InvalidCallbackUrl: { status: 403, message: 'Invalid callbackURL' },
  InvalidRedirectUrl: { status: 403, message: 'Invalid redirectURL' },
  InvalidErrorCallbackUrl: { status: 403, message: 'Invalid errorCallbackURL' },
  InvalidNewUserCallbackUrl: { status: 403, message: 'Invalid newUserCallbackURL' },
});

type Trust = { trustedOrigins: readonly string[]; isCsrfCheckOff: boolean };

/**
 * Middleware: rejects a POST with cookies from an untrusted origin, and any POST with an untrusted redirect target.
 */
export const checkOrigin =
  ({ trustedOrigins, isCsrfCheckOff }: Trust): RequestHandler =>
  (req, _res, next) => {
    if (req.method !== 'POST') return next();
    // With `form_post`, providers post the callback from their own page; the flow's state proves it instead.
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

/** A relative path: no second slash at the start, and nothing that a browser could parse as a host. */
const relative = /^\/(?!\/|\\|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i;

// `/..//host` matches the pattern, but resolving its dot segments gives `//host`, which is another host.
const isPath = (text: string): boolean =>
  relative.test(text) && !new URL(text, 'http://here').pathname.startsWith('//');

/**
 * Whether a redirect target is a trusted URL or a plain relative path. URLs with a backslash are rejected: browsers
 * end the host there, other parsers do not: `https://app.example.com\@elsewhere.example`.
 */
export const isTrustedTarget = (patterns: readonly string[], text: string): boolean =>
  isPath(text) || (!text.includes('\\') && isTrustedUrl(patterns, text));

/** Throws if a redirect target is not trusted; undefined and empty ones are allowed. */
export const requireTrusted = (
  identity: Pick<Identity, 'options' | 'publicUrl'>,
  target: string | undefined,
): void => {
  if (target && !isTrustedTarget(trustedOrigins(identity), target)) throw originErrors.InvalidCallbackUrl();
};
