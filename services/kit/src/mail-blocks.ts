/** What a mail consists of, as HTML and as text. Pure. Looks are `mail-layout.ts`'s: classes for dark mode, styles for all else. */
import { escapeHtml } from './escape-html.ts';

/** A piece of a paragraph: words, words that stand out, or a link. */
export type Piece = string | { strong: string } | { link: string; text: string };

/** One part of a mail, from top to bottom. */
export type Block = {
  html: string;
  /** The same for mail programs that show text, with the language's colon where it has one; null: the part is for the eye alone. */
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

/** Characters that come from outside are escaped here, and nowhere else. */
const htmlOf = (piece: Piece): string => {
  if (typeof piece === 'string') return escapeHtml(piece);
  if ('strong' in piece)
    return `<strong class="strong" style="color:${colors.strong};font-weight:600;">${escapeHtml(piece.strong)}</strong>`;
  return `<a class="link" href="${escapeHtml(piece.link)}" style="color:${colors.action};${wrap}">${escapeHtml(piece.text)}</a>`;
};
const textOf = (piece: Piece): string =>
  typeof piece === 'string' ? piece : 'strong' in piece ? piece.strong : piece.text;

/** A paragraph; line breaks in its words stay. */
export const paragraph = (...pieces: Piece[]): Block => ({
  html: `<p class="text" style="${base}">${linesOf(pieces)}</p>`,
  text: pieces.map(textOf).join(''),
});

/** A paragraph of what matters less. */
export const small = (...pieces: Piece[]): Block => ({
  html: `<p class="quiet" style="${quiet}">${linesOf(pieces)}</p>`,
  text: pieces.map(textOf).join(''),
});

const linesOf = (pieces: Piece[]): string => pieces.map(htmlOf).join('').replaceAll(/\r?\n/g, '<br>');

/** One of several places to go. */
export const linkLine = (label: string, url: string): Block => ({
  html: `<p class="text" style="${base}">${htmlOf({ link: url, text: label })}</p>`,
  text: (colon) => `${label}${colon}${url}`,
});

/** The one thing to do. `inText` is what stands before the address in the text, where it differs from the label. */
export const button = (label: string, url: string, inText = label): Block => ({
  // Outlook on Windows knows no padding of links: there the cell has it.
  html: `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0;"><tr><td class="button" bgcolor="${colors.action}" style="border-radius:10px;background:${colors.action};mso-padding-alt:13px 24px;"><a class="button-label" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;font-size:16px;line-height:1.3;font-weight:600;color:#ffffff;text-decoration:none;">${escapeHtml(label)}</a></td></tr></table>`,
  text: (colon) => `${inText}${colon}${url}`,
});

/** The address of a button once more, for mail programs that show no buttons; the text has it already. */
export const address = (words: string, url: string): Block => ({
  html: `<p class="quiet" style="${quiet}">${escapeHtml(words)}<br>${htmlOf({ link: url, text: url })}</p>`,
  text: null,
});

/** What somebody has written, set apart; its lines stay. */
export const note = (words: string): Block => ({
  html: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;"><tr><td class="note" bgcolor="${colors.note}" style="padding:12px 16px;border-radius:8px;background:${colors.note};font-size:15px;line-height:1.6;color:${colors.strong};${wrap}">${linesOf([words])}</td></tr></table>`,
  text: words,
});

/** A heading inside of a mail. */
export const title = (words: string): Block => ({
  html: `<p class="quiet" style="margin:20px 0 8px;font-size:13px;font-weight:600;line-height:1.4;color:${colors.quiet};${wrap}">${escapeHtml(words)}</p>`,
  text: words,
});

/** Amounts beside what they are for, and their sum: long labels wrap, amounts never do. */
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

/** Small print of labels and values. */
export const facts = (rows: readonly (readonly [string, string])[]): Block => {
  const cell = `padding:4px 0;font-size:13px;line-height:1.45;color:${colors.quiet};`;
  return {
    html: `<table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation" style="margin:8px 0 0;">${rows
      .map(
        ([label, value]) =>
          `<tr><td class="quiet" valign="top" style="${cell}padding-right:16px;white-space:nowrap;">${escapeHtml(label)}</td><td class="quiet" valign="top" align="right" style="${cell}${wrap}">${escapeHtml(value)}</td></tr>`,
      )
      .join('')}</table>`,
    text: (colon) => rows.map(([label, value]) => `${label}${colon}${value}`).join('\n'),
  };
};
