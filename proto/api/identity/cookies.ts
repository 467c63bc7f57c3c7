/**
 * The session cookies (contracts/auth.md, sections 3 and 4). Identity writes them; the gateway reads them and renews
 * the cache cookie. Both take names, attributes and format from here.
 */
import { z } from 'zod';

/** Maximum age of a cookie in seconds: 400 days (contracts/auth.md, section 4). */
const longestCookie = 34_560_000;
/** Maximum length of a cookie value that all browsers store. */
const maxCharacters = 4_093;

const seconds = z.number().int().min(0);
/** A cookie's maximum age, in seconds. */
export const cookieSeconds = seconds.min(1).max(longestCookie);

/** A cookie name or prefix: a token of RFC 6265. */
const cookieName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be usable as a cookie name');

/** The attributes of a cookie. */
export const CookieAttributes = z.strictObject({
  maxAge: z.number().int().min(0).max(longestCookie).optional(),
  domain: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a host name')
    .optional(),
  path: z
    .string()
    .regex(/^\/[^;\s]*$/, 'must be a path')
    .optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  sameSite: z.enum(['strict', 'lax', 'none', 'Strict', 'Lax', 'None']).optional(),
  partitioned: z.boolean().optional(),
});
export type CookieAttributes = z.output<typeof CookieAttributes>;

const CookieOverride = z.strictObject({
  name: cookieName.optional(),
  attributes: CookieAttributes.optional(),
});

/** The part of the option `advanced` that concerns cookies. */
export const cookieOptions = {
  useSecureCookies: z.boolean().optional(),
  cookiePrefix: cookieName.default('tessera'),
  crossSubDomainCookies: z
    .strictObject({ enabled: z.boolean().default(false), domain: CookieAttributes.shape.domain })
    .prefault({}),
  cookies: z
    .strictObject({
      session_token: CookieOverride.optional(),
      session_data: CookieOverride.optional(),
      dont_remember: CookieOverride.optional(),
      oauth_state: CookieOverride.optional(),
      admin_session: CookieOverride.optional(),
    })
    .prefault({}),
  defaultCookieAttributes: CookieAttributes.prefault({}),
};
const CookieOptions = z.object(cookieOptions);
export type CookieOptions = z.output<typeof CookieOptions>;

/** The option `session`: lifetimes of sessions and of the browser's cached copy, in seconds. */
export const SessionOptions = z.strictObject({
  expiresIn: cookieSeconds.default(604_800),
  updateAge: seconds.default(86_400),
  freshAge: seconds.default(86_400),
  disableSessionRefresh: z.boolean().default(false),
  cookieCache: z
    .strictObject({ enabled: z.boolean().default(true), maxAge: cookieSeconds.default(60) })
    .prefault({}),
});
export type SessionOptions = z.output<typeof SessionOptions>;

/** Whether a session is old enough to be extended by a visit (contracts/auth.md, section 5). */
export const isDue = (options: SessionOptions, expiresAt: Date, now: Date): boolean =>
  expiresAt.getTime() - (options.expiresIn - options.updateAge) * 1000 <= now.getTime();

/** A cookie's full name and attributes. */
export type CookieSpec = { name: string; attributes: CookieAttributes };

/** Returns name and attributes of every cookie for a configuration. */
export const describeCookies = (options: CookieOptions, publicUrl: string) => {
  const isSecure = options.useSecureCookies ?? publicUrl.startsWith('https://');
  const { enabled, domain } = options.crossSubDomainCookies;
  const describe = (key: keyof CookieOptions['cookies'], plain?: string): CookieSpec => {
    const own = options.cookies[key];
    return {
      name: `${isSecure ? '__Secure-' : ''}${own?.name ?? plain ?? `${options.cookiePrefix}.${key}`}`,
      attributes: {
        path: '/',
        httpOnly: true,
        secure: isSecure,
        sameSite: 'lax',
        ...(enabled && { domain: domain ?? new URL(publicUrl).hostname }),
        ...options.defaultCookieAttributes,
        ...own?.attributes,
        // Browsers reject a `__Secure-` cookie without the attribute.
        ...(isSecure && { secure: true }),
      },
    };
  };
  return {
    session_token: describe('session_token'),
    session_data: describe('session_data'),
    dont_remember: describe('dont_remember'),
    // Without the prefix, as in the contract (section 4).
    admin_session: describe('admin_session', 'admin_session'),
    oauth_state: describe('oauth_state'),
  };
};

/** Formats one Set-Cookie value; attributes in the order of contracts/auth.md section 4. */
export const formatCookie = (name: string, value: string, attributes: CookieAttributes): string => {
  const { maxAge, domain, path, httpOnly, secure, sameSite, partitioned } = attributes;
  return [
    `${name}=${encodeURIComponent(value)}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    domain && `Domain=${domain}`,
    path && `Path=${path}`,
    httpOnly && 'HttpOnly',
    secure && 'Secure',
    sameSite && `SameSite=${sameSite.charAt(0).toUpperCase()}${sameSite.slice(1).toLowerCase()}`,
    partitioned && 'Partitioned',
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('; ');
};

/** HMAC-SHA-256 of a text as unpadded base64url. */
type Sign = (text: string) => string;

/**
 * Encodes the value of the cache cookie `session_data`, valid until `expiresAt` (ms). `pair` is the JSON text of
 * `{session, user}`. Null if it would be too long for a cookie.
 */
export const encodeCache = (sign: Sign, pair: string, expiresAt: number): string | null => {
  const signature = sign(`${pair.slice(0, -1)},"expiresAt":${expiresAt}}`);
  const text = `{"session":${pair},"expiresAt":${expiresAt},"signature":"${signature}"}`;
  const value = base64url(text);
  return value.length > maxCharacters ? null : value;
};

/** Content of a cache cookie: none, forged, or `{session, user}` as in JSON with its expiry (ms). */
export type CacheContent =
  | { kind: 'none' }
  | { kind: 'forged' }
  | { kind: 'valid'; pair: Record<string, unknown>; expiresAt: number };

const Payload = z.looseObject({
  session: z.record(z.string(), z.unknown()),
  expiresAt: z.number(),
  signature: z.string(),
});

/** Decodes a cache cookie's value. `isSame` compares in constant time. */
export const decodeCache = (
  value: string | undefined,
  { sign, isSame }: { sign: Sign; isSame: (left: string, right: string) => boolean },
): CacheContent => {
  const content = value && parseJson(value);
  if (!content) return { kind: 'none' };
  const payload = Payload.safeParse(content);
  // JSON of another form was not written by Tessera.
  if (!payload.success) return { kind: 'forged' };
  const { session: pair, expiresAt, signature } = payload.data;
  if (!isSame(sign(JSON.stringify({ ...pair, expiresAt })), signature)) return { kind: 'forged' };
  return { kind: 'valid', pair, expiresAt };
};

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

const parseJson = (value: string): unknown => {
  try {
    return JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};
