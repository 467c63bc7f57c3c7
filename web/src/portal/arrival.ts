/** What the address brings along for whoever signs in: never in the address bar for longer than it takes to read it. */
import { keep, keptAt } from '../buyers/kept.ts';
import { storeToken } from '../buyers/session.ts';

const tokenParameter = 'customer_session_token';

/** Takes the token out of the address, for pages that were reached by a link with one. */
export const takeToken = (slug: string): void => {
  const address = new URL(window.location.href);
  const token = address.searchParams.get(tokenParameter);
  if (token === null) return;
  address.searchParams.delete(tokenParameter);
  window.history.replaceState(null, '', address.pathname + address.search + address.hash);
  if (/^[\w-]{1,200}$/.test(token)) storeToken(slug, token);
};

const languageKey = 'tessera:mail-language';

/** Takes the language of the mail that led here out of the address: it holds until its tab is closed. */
export const takeLanguage = (): void => {
  const address = new URL(window.location.href);
  const language = address.searchParams.get('language');
  if (language === null) return;
  address.searchParams.delete('language');
  window.history.replaceState(null, '', address.pathname + address.search + address.hash);
  keep(languageKey, language);
};

/** The language of the mail that led here. */
export const mailLanguage = (): string | null => keptAt(languageKey);

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
