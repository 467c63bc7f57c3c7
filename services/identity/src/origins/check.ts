/**
 * Who may call with cookies, and where callers may be sent (contracts/auth.md, section 6): of POST requests before
 * their validation, of GET routes that redirect after it.
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

/** The path of a relative target: no second slash at the start, nothing that a browser could take for a host. */
const relative = /^\/(?!\/|\\|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i;

// `/..//host` is a path here, but whoever resolves its dots and sends the rest on has a host.
const isPath = (text: string): boolean =>
  relative.test(text) && !new URL(text, 'http://here').pathname.startsWith('//');

/**
 * Whether a caller may be sent here: a trusted URL or a plain relative path. A backslash ends the host for browsers, and for
 * others it does not: `https://app.example.com\@elsewhere.example`.
 */
export const isTrustedTarget = (patterns: readonly string[], text: string): boolean =>
  isPath(text) || (!text.includes('\\') && isTrustedUrl(patterns, text));

/** Throws unless a caller may be sent here; nowhere (undefined or empty) is allowed. */
export const requireTrusted = (
  identity: Pick<Identity, 'options' | 'publicUrl'>,
  target: string | undefined,
): void => {
  if (target && !isTrustedTarget(trustedOrigins(identity), target)) throw originErrors.InvalidCallbackUrl();
};
