/** URLs of an organization's customer pages; pure functions. */
import type { Language } from '@tessera/proto/api/languages';

/** A seller as its pages' address names it. */
type Named = { id: string; slug: string; isDeleted?: boolean };

/**
 * A deleted seller is named by its id, since others may take the slug. `path` below the pages: `/orders/…`; `token`: of
 * the session that the link opens; `language`: used unless the reader has chosen another.
 */
export const portalUrl = (
  publicUrl: string,
  {
    seller,
    path = '',
    token,
    language,
  }: { seller: Named; path?: string; token?: string; language?: Language | undefined },
): string => {
  const query = new URLSearchParams({
    ...(token !== undefined && { customer_session_token: token }),
    ...(language !== undefined && { language }),
  }).toString();
  return `${publicUrl}/portal/${encodeURIComponent(seller.isDeleted ? seller.id : seller.slug)}${path}${query && `?${query}`}`;
};
