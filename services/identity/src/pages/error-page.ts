/** The page of `GET /error`, where failed redirects end. */
import { createHash } from 'node:crypto';
import { escapeHtml } from '@tessera/kit/text/escape-html';
import { defaultBannedUserMessage } from '@tessera/proto/api/identity/banned';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

const style = `
:root { color-scheme: light dark; --ground: #f8f8f6; --surface: #fff; --text: #1a1c1b; --quiet: #5b605d; --line: #e5e5e0; --mark: #b3261e; --mark-ground: #fdeceb; --action: #0d6b65; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #111312; --surface: #191c1b; --text: #edefee; --quiet: #a5aca9; --line: #2b302f; --mark: #ffb4ab; --mark-ground: #3a1715; --action: #63cfc4; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--text); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 440px; padding: 40px 36px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 12px 40px rgb(0 0 0 / 8%); text-align: center; }
.mark { display: inline-grid; place-items: center; width: 56px; height: 56px; border-radius: 50%; background: var(--mark-ground); color: var(--mark); }
h1 { margin: 20px 0 8px; font-size: 22px; line-height: 1.25; letter-spacing: -0.01em; }
p { margin: 0 0 20px; color: var(--quiet); }
code { display: block; padding: 12px 14px; margin: 0 0 28px; border: 1px solid var(--line); border-radius: 10px; background: var(--ground); color: var(--text); font: 14px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
a { display: inline-block; padding: 11px 20px; border-radius: 10px; color: var(--surface); background: var(--action); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--action); outline-offset: 3px; }
footer { margin-top: 28px; color: var(--quiet); font-size: 14px; }
`;

/** Content security policy: one style sheet, no scripts, no images, no framing. */
export const errorPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The texts in one language. `errors` maps the error codes of contracts/auth.md, section 13. */
type Texts = typeof en;

const texts: Record<string, Texts> = { en, de };

/** The languages of the page. */
export const pageLanguages = Object.keys(texts);

type Shown = {
  appName: string;
  /** The error code in the URL. */
  error: string;
  /** The message for banned users. */
  bannedUserMessage: string;
  /** One of `pageLanguages`; any other shows English. */
  language: string;
};

/**
 * Describes the error in a sentence; unknown codes get a generic one. A configured message for banned users is not
 * translated.
 */
const sentenceOf = ({ error, bannedUserMessage }: Shown, { errors, unknown }: Texts): string => {
  if (error === 'banned' && bannedUserMessage !== defaultBannedUserMessage) return bannedUserMessage;
  const words: Record<string, string> = errors;
  return (Object.hasOwn(words, error) ? words[error] : undefined) ?? unknown;
};

/** Renders the page for one error. */
export const errorPage = (shown: Shown): string => {
  const known = texts[shown.language];
  const words = known ?? en;
  return `<!doctype html>
<html lang="${known ? shown.language : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(words.title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<span class="mark" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M12 8v5M12 16.5v.01"/><circle cx="12" cy="12" r="9"/></svg></span>
<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(sentenceOf(shown, words))}</p>
<code>${escapeHtml(shown.error.slice(0, 500))}</code>
<a href="/">${escapeHtml(words.back)}</a>
<footer>${escapeHtml(shown.appName)}</footer>
</main>
</body>
</html>
`;
};
