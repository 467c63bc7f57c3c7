/** URLs of an organization's customer pages; pure functions. */
import type { Language } from '@tessera/proto/api/languages';

/**
 * `path` below the pages: `/orders/…`; `token`: of the session that the link opens; `language`: used unless the
 * reader has chosen another.
 */
export const portalUrl = (
  publicUrl: string,
  {
    slug,
    path = '',
    token,
    language,
  }: { slug: string; path?: string; token?: string; language?: Language | undefined },
): string => {
  const query = new URLSearchParams({
    ...(token !== undefined && { customer_session_token: token }),
    ...(language !== undefined && { language }),
  }).toString();
  return `${publicUrl}/portal/${encodeURIComponent(slug)}${path}${query && `?${query}`}`;
};
