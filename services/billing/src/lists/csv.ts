/** Lists as CSV (RFC 4180), for spreadsheets. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ignoreHangUp } from '@tessera/kit/send-json';
import { stringify } from 'csv-stringify/sync';
import type { Request, Response } from 'express';

export type Cell = string | number | boolean | Date | null | undefined | object;

/** What a column is called, and what stands in it. */
export type Column<Item> = readonly [name: string, cell: (item: Item) => Cell];

/** What tells Excel that a file is UTF-8: for who saves it from a page. Programs would read it as part of the first name. */
const byteOrderMark = '\uFEFF';

/** `name` is the file's, without its ending. */
export type Csv<Item> = { name: string; columns: readonly Column<Item>[]; pages: AsyncIterable<Item[]> };

/**
 * Sends a list as it is read, a page at a time: memory does not grow with it, and whoever reads slowly is waited for.
 * A failure after the beginning breaks the connection off, so that half a file is not taken for a whole one.
 */
export const sendCsv = async <Item>(res: Response, { name, columns, pages }: Csv<Item>): Promise<void> => {
  const chunks = textOf(columns, pages);
  // What fails before the first page is answered as any other failure.
  const first = await chunks.next();
  res.status(200);
  res.setHeader('cache-control', 'no-store');
  // The contract's client reads JSON only: for it the file is one string.
  const isJson = res.req.accepts(['text/csv', 'application/json']) === 'application/json';
  const rest = async function* () {
    if (!isJson && isSavedByBrowser(res.req)) yield byteOrderMark;
    if (!first.done) yield first.value;
    yield* chunks;
  };
  if (isJson) res.setHeader('content-type', 'application/json; charset=utf-8');
  else {
    res.setHeader('content-type', 'text/csv; charset=utf-8');
    res.setHeader('content-disposition', `attachment; filename="${name}.csv"`);
  }
  await pipeline(Readable.from(isJson ? quoted(rest()) : rest()), res).catch(ignoreHangUp);
};

/** Who follows a link wants HTML too; of one that is only to be saved, Chromium says nothing but that it is followed. */
const isSavedByBrowser = ({ headers }: Request): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '') || headers['sec-fetch-mode'] === 'navigate';

/** Text as a JSON string, piece by piece. */
const quoted = async function* (pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield '"';
  for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
};

const textOf = async function* <Item>(
  columns: readonly Column<Item>[],
  pages: AsyncIterable<Item[]>,
): AsyncGenerator<string> {
  let head = write([columns.map(([name]) => name)]);
  for await (const page of pages) {
    yield head + write(page.map((item) => columns.map(([, cell]) => cell(item))));
    head = '';
  }
  if (head) yield head;
};

/**
 * Text that a spreadsheet would take for a formula begins with an apostrophe; text of several lines is quoted whatever ends
 * them, or who types a name could write rows of their own. Times are ISO 8601, objects JSON.
 */
const write = (records: Cell[][]): string =>
  stringify(records, {
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
    cast: {
      string: (text) =>
        negative.test(text) ? { value: text, escape_formulas: false } : withoutFormula(text),
      boolean: String,
      date: (date) => date.toISOString(),
      object: (value) => JSON.stringify(value),
    },
  });

/** An amount below 0 is a number, which spreadsheets add up. */
const negative = /^-\d+(\.\d+)?$/;

/** A formula after white space is one for some spreadsheets, and none for `escape_formulas`. */
const withoutFormula = (text: string): string => (/^\s+[=+\-@]/.test(text) ? `'${text}` : text);

/** A column for each key, of answers or the like: `custom_field_data.company`. */
export const columnsOf = <Item>(
  name: string,
  keys: readonly string[],
  read: (item: Item) => Record<string, Cell>,
): Column<Item>[] =>
  keys.map((key) => [
    `${name}.${key}`,
    (item) => (Object.hasOwn(read(item), key) ? read(item)[key] : undefined),
  ]);
