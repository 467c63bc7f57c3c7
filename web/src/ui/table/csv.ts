/** CSV for spreadsheets: RFC 4180, with a byte order mark for UTF-8. */
import { saveText } from './save-text.ts';

export type Cell = string | number | null;

/**
 * Escapes cells that look like formulas, so that customers' input is never executed. Like the server's exports, it
 * also covers leading white space and full-width characters. Negative amounts stay numbers.
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

/** Downloads a table as a file. */
export const download = (name: string, text: string): void =>
  saveText(text, { name, type: 'text/csv;charset=utf-8' });
