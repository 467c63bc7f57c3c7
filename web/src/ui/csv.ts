/** Tables as text that spreadsheets open: RFC 4180, with the mark that tells them the text is UTF-8. */
import { saveText } from './save-text.ts';

export type Cell = string | number | null;

/**
 * A cell that begins like a formula is text and never calculated: what customers typed must not run. As the server writes
 * its files: also behind white space, and in the wide letters of East Asia. An amount below 0 stays a number.
 */
const asText = (cell: string): string =>
  !/^-\d+(\.\d+)?$/.test(cell) && /^(?:[\t\r]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/.test(cell)
    ? `'${cell}`
    : cell;

const written = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = asText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvOf = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(written).join(',')).join('\r\n')}\r\n`;

/** Hands a table over as a file. */
export const download = (name: string, text: string): void =>
  saveText(text, { name, type: 'text/csv;charset=utf-8' });
