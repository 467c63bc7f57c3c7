import type { ReceivedMail } from './store.ts';

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const style = `
  :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 14%, transparent); }
  * { box-sizing: border-box; }
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
  header { padding: 20px 24px; border-bottom: 1px solid var(--line); }
  h1 { margin: 0; font-size: 18px; }
  header p { margin: 4px 0 0; opacity: .7; }
  main { max-width: 960px; margin: 0 auto; padding: 24px; display: grid; gap: 12px; }
  details { border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
  summary { padding: 12px 16px; cursor: pointer; display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; }
  summary:focus-visible { outline: 2px solid; outline-offset: -2px; }
  summary strong { overflow-wrap: anywhere; }
  summary span { opacity: .7; overflow-wrap: anywhere; }
  .action { padding: 0 16px 12px; overflow-wrap: anywhere; }
  summary time, summary :last-child { text-align: right; }
  iframe { width: 100%; height: 560px; border: 0; border-top: 1px solid var(--line); background: #fff; }
  @media (max-width: 480px) {
    main { padding: 16px; }
    summary { grid-template-columns: 1fr; }
    summary time, summary :last-child { text-align: left; }
  }
`;

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

const viewMail = (mail: ReceivedMail): string => `
  <details>
    <summary>
      <strong>${escape(mail.subject || '(no subject)')}</strong>
      <time datetime="${escape(mail.sentAt)}">${escape(mail.sentAt.slice(0, 16).replace('T', ' '))}</time>
      <span>to ${escape(mail.to)}</span><span>${escape(mail.type ?? '')}</span>
    </summary>
    ${
      mail.url !== null && isWebAddress(mail.url)
        ? `<div class="action"><a href="${escape(mail.url)}" rel="noreferrer">${escape(mail.url)}</a></div>`
        : ''
    }
    <iframe title="${escape(mail.subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" src="/mail/${encodeURIComponent(mail.id)}"></iframe>
  </details>`;

/** The page that lists the mails, newest first. */
export const viewInbox = (mails: readonly ReceivedMail[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox · Tessera</title><style>${style}</style>
<header><h1>Inbox</h1><p>Every mail that Tessera sends on this machine arrives here and nowhere else.</p></header>
<main>${
  mails.length === 0
    ? '<p>No mail yet. Reload after an action that sends one.</p>'
    : mails.toReversed().map(viewMail).join('')
}</main>
</html>`;

/** The body of one mail for its frame: its content is displayed, but scripts do not run. */
export const viewBody = (mail: ReceivedMail): string =>
  mail.html !== ''
    ? `<!doctype html><meta charset="utf-8"><base target="_blank">${mail.html}`
    : `<!doctype html><meta charset="utf-8"><title>Mail</title><pre style="white-space:pre-wrap;font:14px/1.5 system-ui">${escape(mail.text)}</pre>`;
