/** Lists as CSV (RFC 4180), for spreadsheets. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ignoreHangUp } from '@tessera/kit/http/send-json';
import { spreadsheetJson, spreadsheetText } from '@tessera/proto/api/spreadsheet-text';
import { stringify } from 'csv-stringify/sync';
import type { Request, Response } from 'express';

export type Cell = string | number | boolean | Date | null | undefined | object;

/** The name of a column, and its cell for an item. */
export type Column<Item> = readonly [name: string, cell: (item: Item) => Cell];

/** Marks UTF-8 for Excel, only in files saved by browsers: programs would read it as part of the first name. */
const byteOrderMark = '\uFEFF';

/** `name`: the file name without extension. */
export type Csv<Item> = { name: string; columns: readonly Column<Item>[]; pages: AsyncIterable<Item[]> };

/**
 * Streams a list page by page: memory is constant, and back-pressure applies. An error after the start aborts the
 * connection, so that a partial file is not taken for a complete one.
 */
export const sendCsv = async <Item>(res: Response, { name, columns, pages }: Csv<Item>): Promise<void> => {
  const chunks = textOf(columns, pages);
  // Errors before the first page get a regular error reply.
  const first = await chunks.next();
  res.status(200);
  res.setHeader('cache-control', 'no-store');
  // The contract's client only reads JSON: for it the file is sent as a JSON string.
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

/** Navigation accepts HTML; for a link with `download`, Chromium only sends `Sec-Fetch-Mode: navigate`. */
const isSavedByBrowser = ({ headers }: Request): boolean =>
  /\btext\/html\b/.test(headers.accept ?? '') || headers['sec-fetch-mode'] === 'navigate';

/** Converts text to a JSON string, piece by piece. */
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
 * Writes records as CSV. Escapes formulas with an apostrophe, and quotes text with any separator, so that user input
 * can neither execute formulas nor add rows. Times are ISO 8601, objects JSON.
 */
const write = (records: Cell[][]): string =>
  stringify(records, {
    record_delimiter: 'windows',
    quoted_match: /[\r\n;\t]/,
    cast: {
      string: spreadsheetText,
      boolean: String,
      date: (date) => date.toISOString(),
      object: spreadsheetJson,
    },
  });

/** A column per key, as `custom_field_data.company`. */
export const columnsOf = <Item>(
  name: string,
  keys: readonly string[],
  read: (item: Item) => Record<string, Cell>,
): Column<Item>[] =>
  keys.map((key) => [
    `${name}.${key}`,
    (item) => (Object.hasOwn(read(item), key) ? read(item)[key] : undefined),
  ]);
