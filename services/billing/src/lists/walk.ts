/** All rows of a list, page by page, newest first: for what is written out whole. */
import { findRowsByIds } from '@tessera/kit/rows';
import { sql } from '@tessera/kit/sql';
import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { createStatement, type Filter, type List } from './list.ts';

/** Rows of a page: what is held of a list at one time, however long it is. */
const pageRows = 500;

/**
 * Walks the list along its index. No transaction is held between pages, however slowly they are taken; a row that comes
 * meanwhile is left out, and none is shown twice.
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

/** A row's place; its time as the database writes it, with all its digits. */
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
    ...(filter.products ? [`r.product_id = ANY(${bind(filter.products)}::uuid[])`] : []),
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
