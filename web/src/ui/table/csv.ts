/** CSV for spreadsheets: RFC 4180, with a byte order mark for UTF-8. */
import { spreadsheetText } from '@tessera/proto/api/spreadsheet-text';
import { saveText } from './save-text.ts';

export type Cell = string | number | null;

const written = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = spreadsheetText(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvOf = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${[head, ...rows].map((row) => row.map(written).join(',')).join('\r\n')}\r\n`;

/** Downloads a table as a file. */
export const download = (name: string, text: string): void =>
  saveText(text, { name, type: 'text/csv;charset=utf-8' });
