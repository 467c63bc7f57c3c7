/** Building blocks of mails, as HTML and text. Pure. Classes serve dark mode (`layout.ts`). */
import { escapeHtml } from '../text/escape-html.ts';

/** A piece of a paragraph: plain text, emphasized text, or a link. */
export type Piece = string | { strong: string } | { link: string; text: string };

/** One part of a mail, from top to bottom. */
export type Block = {
  html: string;
  /** The text version, which may depend on the language's colon; null: HTML only. */
  text: string | ((colon: string) => string) | null;
};

export const colors = {
  text: '#3b3f3d',
  strong: '#1a1c1b',
  quiet: '#5b605d',
  line: '#e5e5e0',
  ground: '#f8f8f6',
  surface: '#ffffff',
  action: '#0d6b65',
  note: '#f4f4f1',
};

const wrap = 'overflow-wrap:anywhere;word-break:break-word;';
const base = `margin:0 0 14px;font-size:16px;line-height:1.55;color:${colors.text};${wrap}`;
const quiet = `margin:0 0 14px;font-size:13px;line-height:1.55;color:${colors.quiet};${wrap}`;

/** The only place where outside text is escaped. */
const htmlOf = (piece: Piece): string => {
  if (typeof piece === 'string') return escapeHtml(piece);
  if ('strong' in piece)
    return `<strong class="strong" style="color:${colors.strong};font-weight:600;">${escapeHtml(piece.strong)}</strong>`;
  return `<a class="link" href="${escapeHtml(piece.link)}" style="color:${colors.action};${wrap}">${escapeHtml(piece.text)}</a>`;
};
const textOf = (piece: Piece): string =>
  typeof piece === 'string' ? piece : 'strong' in piece ? piece.strong : piece.text;

/** A paragraph; line breaks in the text are kept. */
export const paragraph = (...pieces: Piece[]): Block => ({
  html: `<p class="text" style="${base}">${linesOf(pieces)}</p>`,
  text: pieces.map(textOf).join(''),
});

/** A paragraph in small print. */
export const small = (...pieces: Piece[]): Block => ({
  html: `<p class="quiet" style="${quiet}">${linesOf(pieces)}</p>`,
  text: pieces.map(textOf).join(''),
});

const linesOf = (pieces: Piece[]): string => pieces.map(htmlOf).join('').replaceAll(/\r?\n/g, '<br>');

/** A link on its own line, for mails with several. */
export const linkLine = (label: string, url: string): Block => ({
  html: `<p class="text" style="${base}">${htmlOf({ link: url, text: label })}</p>`,
  text: (colon) => `${label}${colon}${url}`,
});

/** The call to action. `inText`: the label in the text version, if it differs. */
export const button = (label: string, url: string, inText = label): Block => ({
  // Outlook on Windows ignores the padding of links: there the cell has it.
  html: `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0;"><tr><td class="button" bgcolor="${colors.action}" style="border-radius:10px;background:${colors.action};mso-padding-alt:13px 24px;"><a class="button-label" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;font-size:16px;line-height:1.3;font-weight:600;color:#ffffff;text-decoration:none;">${escapeHtml(label)}</a></td></tr></table>`,
  text: (colon) => `${inText}${colon}${url}`,
});

/** The button's URL for mail programs that do not show buttons; the text version has it already. */
export const address = (words: string, url: string): Block => ({
  html: `<p class="quiet" style="${quiet}">${escapeHtml(words)}<br>${htmlOf({ link: url, text: url })}</p>`,
  text: null,
});

/** Quoted text of a person, set apart; line breaks are kept. */
export const note = (words: string): Block => ({
  html: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;"><tr><td class="note" bgcolor="${colors.note}" style="padding:12px 16px;border-radius:8px;background:${colors.note};font-size:15px;line-height:1.6;color:${colors.strong};${wrap}">${linesOf([words])}</td></tr></table>`,
  text: words,
});

/** A code that is read off and typed. */
export const code = (letters: string): Block => ({
  html: `<p class="strong" style="margin:0 0 14px;font-size:28px;font-weight:700;line-height:1.4;letter-spacing:4px;color:${colors.strong};">${escapeHtml(letters)}</p>`,
  text: letters,
});

/** A heading within a mail. */
export const title = (words: string): Block => ({
  html: `<p class="quiet" style="margin:20px 0 8px;font-size:13px;font-weight:600;line-height:1.4;color:${colors.quiet};${wrap}">${escapeHtml(words)}</p>`,
  text: words,
});

/** A table of amounts with their total: long labels wrap, amounts never do. */
export const amounts = (
  rows: readonly (readonly [string, string])[],
  total: readonly [string, string],
): Block => {
  const line = `border-bottom:1px solid ${colors.line};`;
  const cell = `padding:12px 0;font-size:15px;line-height:1.45;color:${colors.strong};`;
  const rowOf = ([label, amount]: readonly [string, string], style: string): string =>
    `<tr><td class="cell" valign="top" style="${cell}${style}padding-right:16px;${wrap}">${escapeHtml(label)}</td><td class="cell" valign="top" align="right" style="${cell}${style}white-space:nowrap;">${escapeHtml(amount)}</td></tr>`;
  return {
    html: `<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation" style="margin:8px 0;">${rows.map((row) => rowOf(row, line)).join('')}${rowOf(total, 'font-weight:600;')}</table>`,
    text: (colon) => [...rows, total].map(([label, amount]) => `${label}${colon}${amount}`).join('\n'),
  };
};

/** A table of labels and values in small print. */
export const facts = (rows: readonly (readonly [string, string])[]): Block => {
  const cell = `padding:4px 0;font-size:13px;line-height:1.45;color:${colors.quiet};`;
  return {
    html: `<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation" style="margin:8px 0 14px;">${rows
      .map(
        ([label, value]) =>
          `<tr><td class="quiet" valign="top" style="${cell}padding-right:16px;white-space:nowrap;">${escapeHtml(label)}</td><td class="quiet" valign="top" align="right" style="${cell}${wrap}">${escapeHtml(value)}</td></tr>`,
      )
      .join('')}</table>`,
    text: (colon) => rows.map(([label, value]) => `${label}${colon}${value}`).join('\n'),
  };
};
