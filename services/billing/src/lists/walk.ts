/** Reads all rows of a list, page by page, newest first, for exports. */
import { findRowsByIds } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { createStatement, type Filter, type List, ownerOf } from './list.ts';

/** Rows per page; bounds memory. */
const pageRows = 500;

/**
 * Walks a list by keyset pagination. No transaction is open between pages, however slowly they are consumed; rows
 * added in the meantime are left out, and none is returned twice.
 */
export const walkList = async function* <Row extends ObjectLiteral & { id: string }>(
  em: EntityManager,
  list: List<Row>,
  filter: Filter,
): AsyncGenerator<Row[]> {
  for (const organization of filter.organizations) {
    let last: Key | undefined;
    do {
      const keys: Key[] = await findKeys(em, list, { filter, organization, after: last });
      const found = await findRowsByIds(
        em,
        list.entity,
        keys.map(({ id }) => id),
      );
      const rows = new Map(found.map((row) => [row.id, row]));
      if (keys.length > 0) yield keys.flatMap(({ id }) => rows.get(id) ?? []);
      last = keys.length === pageRows ? keys.at(-1) : undefined;
    } while (last);
  }
};

/** A cursor: id and time, the latter as text of the database with its full precision. */
type Key = { id: string; time: string };

type Place = { filter: Filter; organization: string; after: Key | undefined };

const findKeys = <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  { filter, organization, after }: Place,
): Promise<Key[]> => {
  const { values, bind } = createStatement();
  const time = `r.${list.time}`;
  const where = [
    `r.organization_id = ${bind(organization)}`,
    ...(filter.products ? [`r.${ownerOf(list).column} = ANY(${bind(filter.products)}::uuid[])`] : []),
    ...(filter.without ? [`NOT (${filter.without})`] : []),
    ...(filter.facets ? [`${list.facet} = ANY(${bind(filter.facets)}::text[])`] : []),
    ...(list.where ? [list.where] : []),
    ...(filter.conditions ?? []).map((condition) => condition(bind)),
    ...(after ? [`(${time}, r.id) < (${bind(after.time)}::timestamptz, ${bind(after.id)}::uuid)`] : []),
  ].join(' AND ');
  return sql<Key>(
    em,
    `SELECT r.id, ${time}::text AS time FROM ${list.table} r WHERE ${where}
     ORDER BY ${time} DESC NULLS LAST, r.id DESC LIMIT ${pageRows}`,
    values,
  );
};
