/**
 * The columns of a prepared statement's rows. They are the same at each of its runs (Postgres refuses to run it once
 * they have changed), so a connection asks for their description only once. Description, parsers and the object that
 * each row is a copy of cost about a microsecond per column otherwise, for every statement that answers a request.
 */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';

export type RowLayout = { fields: pg.FieldDef[]; parsers: unknown[]; empty: Record<string, null> };

/** What pg's results keep about columns, missing from its types. */
export type LaidOutResult = {
  fields: pg.FieldDef[];
  _parsers?: unknown[] | undefined;
  _prebuiltEmptyResultObject: Record<string, null> | null;
};

/** A bound for statements with arbitrary columns; the services' own have some hundred layouts. */
const maxShared = 2_000;
/** Of all connections, by description: connections run the same statements. */
const shared = new LRUCache<string, RowLayout>({ max: maxShared });

/** The layout of a result that pg has just read a description for. */
export function layoutOf(result: LaidOutResult): RowLayout {
  const key = result.fields
    .map(({ name, tableID, columnID, dataTypeID }) => `${name} ${tableID} ${columnID} ${dataTypeID}`)
    .join('\n');
  const known = shared.get(key);
  if (known) return known;
  const layout = { fields: result.fields, parsers: result._parsers ?? [], empty: emptyRow(result.fields) };
  shared.set(key, layout);
  return layout;
}

/** Parsed from JSON, because V8 turns an object with more than some computed keys into a slower hash table. */
const emptyRow = (fields: pg.FieldDef[]): Record<string, null> =>
  JSON.parse(JSON.stringify(Object.fromEntries(fields.map(({ name }) => [name, null])))) as Record<
    string,
    null
  >;

/** Gives a result its columns, as a description from the server would. */
export function layOut(result: LaidOutResult, { fields, parsers, empty }: RowLayout): void {
  result.fields = fields;
  result._parsers = parsers;
  result._prebuiltEmptyResultObject = empty;
}
