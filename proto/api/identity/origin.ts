/** The rules for trusted origins (contracts/auth.md, section 6), shared by the gateway and identity. Pure. */
import { z } from 'zod';

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/**
 * An entry of `identity.trustedOrigins`, normalised for comparison: `https://app.example.com` (of a URL with a path,
 * the origin), `*.example.com` (host and port only) or `myapp://`. Schemes and hosts are case-insensitive.
 */
export const TrustedOrigin = z
  .string()
  .min(1)
  .transform((pattern) => {
    if (/[*?]/.test(pattern)) return pattern.toLowerCase();
    const url = URL.parse(pattern);
    if (url === null) return pattern;
    return isWeb(url) ? url.origin : url.href;
  });

/** Whether a request from this origin (or referer), or a redirect to this absolute URL, is trusted. */
export const isTrustedUrl = (patterns: readonly string[], text: string): boolean => {
  if (patterns.includes(text)) return URL.canParse(text);
  const url = URL.parse(text);
  return url !== null && patterns.some((pattern) => matches(pattern, url));
};

const matches = (pattern: string, url: URL): boolean => {
  // Only web URLs have a meaningful host: `javascript://a.example.com/` must not match `*.example.com`.
  if (/[*?]/.test(pattern)) return isWeb(url) && globOf(pattern).test(url.host);
  return isWeb(url) ? url.origin === pattern : url.href.startsWith(pattern);
};

const globOf = (pattern: string): RegExp => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
  return new RegExp(`^${source}$`);
};

/** The request headers that identify the page that sent a request. */
export type PageHeaders = {
  origin?: string | undefined;
  referer?: string | undefined;
  'content-type'?: string | undefined;
  'sec-fetch-site'?: string | string[] | undefined;
};

/**
 * Whether a state-changing request with cookies comes from a trusted page (CSRF protection). Checks the origin, else
 * the referer. A request with neither does not come from a page and is accepted, unless the browser reports that it
 * is cross-site. The text `null` is rejected.
 */
export const mayCarryCookies = (headers: PageHeaders, trusted: readonly string[]): boolean => {
  // An empty header counts as absent.
  const from = headers.origin || headers.referer;
  return from ? isTrustedUrl(trusted, from) : headers['sec-fetch-site'] !== 'cross-site';
};

const formTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/**
 * Whether a request is a form submission from an untrusted page: the only kind of POST that browsers send
 * cross-origin without a preflight, and that could sign a user in to another account (login CSRF), even without
 * cookies.
 */
export const isForeignForm = (headers: PageHeaders, trusted: readonly string[]): boolean => {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!formTypes.has(type)) return false;
  const { origin } = headers;
  return origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : !isTrustedUrl(trusted, origin);
};
