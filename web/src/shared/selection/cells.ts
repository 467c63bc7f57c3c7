/** Converts things of the API to rows of a spreadsheet: fields of the first level only. Pure. */
import { decimalOf } from '@tessera/proto/api/money';
import { spreadsheetJson } from '@tessera/proto/api/spreadsheet-text';
import type { Cell } from '../../ui/table/csv.ts';

/** Without use outside of the system, or the same in every row. */
const leftOut = new Set(['modifiedAt', 'organizationId', 'organization', 'avatarUrl', 'publicUrl']);

const snake = (name: string): string => name.replace(/[A-Z0-9]+/g, (part) => `_${part.toLowerCase()}`);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameOf = (value: unknown): string => {
  const name = isRecord(value) ? (value['name'] ?? value['description']) : null;
  return typeof name === 'string' ? name : '';
};

const scalar = (name: string, value: unknown, row: Record<string, unknown>): Cell | undefined => {
  const currency = row['currency'];
  if (typeof value === 'number' && typeof currency === 'string' && /amount$/i.test(name))
    return decimalOf(value, currency);
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? String(value) : undefined;
};

/** Cells by column name, as in the API. Amounts are in whole units of the row's `currency`. */
export const cellsOf = (thing: object): Record<string, Cell> => {
  const row = thing as Record<string, unknown>;
  const cells: Record<string, Cell> = {};
  for (const [name, value] of Object.entries(row)) {
    if (leftOut.has(name)) continue;
    const cell = scalar(name, value, row);
    if (cell !== undefined) cells[snake(name)] = cell;
    else if (name === 'metadata') cells[name] = spreadsheetJson(value);
    else if (Array.isArray(value) && value.some((one) => nameOf(one) !== ''))
      cells[snake(name)] = value.map(nameOf).join('; ');
    else if (isRecord(value))
      for (const part of ['name', 'email', 'invoiceNumber'])
        if (typeof value[part] === 'string') cells[`${snake(name)}_${snake(part)}`] = value[part];
  }
  return cells;
};

/** A table of several things: the union of their columns, with empty cells for missing values. */
export const tableOf = (things: readonly object[]): { head: string[]; rows: Cell[][] } => {
  const all = things.map(cellsOf);
  const head = [...new Set(all.flatMap(Object.keys))];
  return { head, rows: all.map((cells) => head.map((name) => cells[name] ?? null)) };
};
