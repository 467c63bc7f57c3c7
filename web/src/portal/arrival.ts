/** Reads credentials from the address, and removes them from the address bar immediately. */
import { keep, keptAt } from '../buyers/request/kept.ts';
import { storeToken } from '../buyers/request/session.ts';

const tokenParameter = 'customer_session_token';

/** Takes the token out of the address, for links that contain one. */
export const takeToken = (slug: string): void => {
  const address = new URL(window.location.href);
  const token = address.searchParams.get(tokenParameter);
  if (token === null) return;
  address.searchParams.delete(tokenParameter);
  window.history.replaceState(null, '', address.pathname + address.search + address.hash);
  if (/^[\w-]{1,200}$/.test(token)) storeToken(slug, token);
};

const languageKey = 'tessera:mail-language';

/** Takes the language of a mail's or checkout's link out of the address: it holds until the tab is closed. */
export const takeLanguage = (): void => {
  const address = new URL(window.location.href);
  const language = address.searchParams.get('language');
  if (language === null) return;
  address.searchParams.delete('language');
  window.history.replaceState(null, '', address.pathname + address.search + address.hash);
  keep(languageKey, language);
};

/** The language of that link; null without one. */
export const mailLanguage = (): string | null => keptAt(languageKey);

/** An e-mail address and the code that was sent to it; `token`: of the request, absent in older mails. */
export type MailedCode = { email: string; code: string; token: string | undefined };

/** Takes them out of the fragment of a sign-in mail's link, which is never sent to a server. */
export const takeCode = (): MailedCode | null => {
  const carried = new URLSearchParams(window.location.hash.slice(1));
  const [email, code] = [carried.get('email'), carried.get('code')];
  if (email === null || code === null) return null;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return { email, code: code.toUpperCase(), token: carried.get('token') ?? undefined };
};
