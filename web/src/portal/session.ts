/**
 * The session of whoever looks at their pages: the token that a mail's link, the seller or a code has given. It ends with
 * the tab, and after an hour anyway. Never in the address bar for longer than it takes to read it from there.
 */

const tokenParameter = 'customer_session_token';
const keyOf = (slug: string): string => `tessera:portal:${slug}`;

/** Takes the token out of the address, for pages that were reached by a link with one. */
export const takeToken = (slug: string): void => {
  const address = new URL(window.location.href);
  const token = address.searchParams.get(tokenParameter);
  if (token === null) return;
  address.searchParams.delete(tokenParameter);
  window.history.replaceState(null, '', address.pathname + address.search + address.hash);
  if (/^[\w-]{1,200}$/.test(token)) keepToken(slug, token);
};

/** An address and the code that was sent to it. */
export type MailedCode = { email: string; code: string };

/** Takes out of the address what the link of a sign-in mail carries behind its `#`, which no server ever sees. */
export const takeCode = (): MailedCode | null => {
  const carried = new URLSearchParams(window.location.hash.slice(1));
  const [email, code] = [carried.get('email'), carried.get('code')];
  if (email === null || code === null) return null;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return { email, code: code.toUpperCase() };
};

/** For browsers that keep nothing: then a session lives as long as the page. */
const kept = new Map<string, string>();

export const keepToken = (slug: string, token: string): void => {
  kept.set(slug, token);
  attempt(() => window.sessionStorage.setItem(keyOf(slug), token));
};

export const tokenOf = (slug: string): string | null =>
  kept.get(slug) ?? attempt(() => window.sessionStorage.getItem(keyOf(slug)));

export const forgetToken = (slug: string): void => {
  kept.delete(slug);
  attempt(() => window.sessionStorage.removeItem(keyOf(slug)));
};

/** Reading a storage that the browser refuses is an error, not an empty one. */
const attempt = <Value>(act: () => Value): Value | null => {
  try {
    return act();
  } catch {
    return null;
  }
};
