/** Which origins may send requests that carry our cookies (contracts/auth.md, section 6). */

/** Whether an origin is trusted: listed exactly, or fitting a wildcard pattern by its host. */
export const isTrustedOrigin = (origin: string, trusted: string[]): boolean =>
  trusted.some((pattern) => (/[*?]/.test(pattern) ? fitsHost(origin, pattern) : pattern === origin));

const fitsHost = (origin: string, pattern: string): boolean => {
  // A pattern with a scheme never fits: it is matched against host and port alone.
  if (pattern.includes('://') || !URL.canParse(origin)) return false;
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  const expression = new RegExp(`^${escaped.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}$`, 'i');
  return expression.test(new URL(origin).host);
};

/**
 * Whether a state-changing request with cookies comes from a page we trust. The origin header decides, else the
 * referer's origin; a request with neither comes from no page and passes. The text `null` is refused.
 */
export const mayCarryCookies = (
  headers: { origin?: string; referer?: string },
  trusted: string[],
): boolean => {
  const from = headers.origin ?? originOf(headers.referer);
  return from === undefined || isTrustedOrigin(from, trusted);
};

const originOf = (url: string | undefined): string | undefined => {
  if (url === undefined) return undefined;
  return URL.canParse(url) ? new URL(url).origin : 'null';
};
