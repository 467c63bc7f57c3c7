/** Where the pages of an organization's customers are. Pure. */

/** `path` below the pages: `/orders/…`; `token`: of a session, which the address then opens. */
export const portalUrl = (
  publicUrl: string,
  { slug, path = '', token }: { slug: string; path?: string; token?: string },
): string => {
  const query = token === undefined ? '' : `?customer_session_token=${encodeURIComponent(token)}`;
  return `${publicUrl}/portal/${encodeURIComponent(slug)}${path}${query}`;
};
