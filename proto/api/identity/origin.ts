/** Which origins are trusted (contracts/auth.md, section 6): the one rule of gateway and identity. Pure. */
import { z } from 'zod';

const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/**
 * An entry of `identity.trustedOrigins`, spelt as it is compared: `https://app.example.com` (an address with a path is
 * taken for its origin), `*.example.com` (host and port only) or `myapp://`. Schemes and hosts know no case.
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
  // Only web addresses have a host that means anything: `javascript://a.example.com/` must not match `*.example.com`.
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

/** What a request says of the page that it comes from. */
export type PageHeaders = {
  origin?: string | undefined;
  referer?: string | undefined;
  'content-type'?: string | undefined;
  'sec-fetch-site'?: string | string[] | undefined;
};

/**
 * Whether a state-changing request with cookies comes from a page that is trusted. The origin decides, else the
 * referer; a request with neither comes from no page and passes, unless the browser says that another site's page has
 * sent it. The text `null` is refused.
 */
export const mayCarryCookies = (headers: PageHeaders, trusted: readonly string[]): boolean => {
  // An empty header says as little as none.
  const from = headers.origin || headers.referer;
  return from ? isTrustedUrl(trusted, from) : headers['sec-fetch-site'] !== 'cross-site';
};

const formTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/**
 * Whether a request is a form that a foreign page has sent: the one kind of POST that a browser lets any page send
 * without asking the server first, and that could sign somebody in as somebody else. It need not carry cookies.
 */
export const isForeignForm = (headers: PageHeaders, trusted: readonly string[]): boolean => {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!formTypes.has(type)) return false;
  const { origin } = headers;
  return origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : !isTrustedUrl(trusted, origin);
};
