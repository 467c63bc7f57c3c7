/**
 * Pages of a list that is sorted by what its rows are counted by (`groups`): the counts tell which groups a page lies
 * in, and each of these is read along its index, by time.
 */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager, ObjectLiteral } from 'typeorm';
import { countGroups, findDay, type Group } from './counts.ts';
import { conditionsOf, fromOwn, type Lane, lanesOf } from './lanes.ts';
import { createStatement, type Filter, type List, type Paging } from './list.ts';

type Query = { filter: Filter; paging: Paging };

/** Undefined: the list is not sorted by such groups. */
export const groupedBy = <Row extends ObjectLiteral>(
  { groups }: List<Row>,
  { filter, paging: { sorting } }: Query,
): 'facet' | 'product' | undefined => {
  if (sorting.length !== 1 || filter.without) return undefined;
  return groups?.[(sorting[0] ?? '').replace('-', '')];
};

/** `deepOffset`: from this offset within a group on, the day on which the page starts is looked up. */
export const pageGroups = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  { filter, paging: { page, limit, sorting }, by, deepOffset }: Query & { by: Group; deepOffset: number },
): Promise<[string[], number]> => {
  const isDescending = sorting[0]?.startsWith('-') ?? false;
  const groups = await countGroups(em, list.table, { ...filter, by, isDescending });
  const total = groups.reduce((sum, { rows }) => sum + rows, 0);
  const { keys, offset } = keysWithin(groups, { offset: (page - 1) * limit, limit });
  const [first] = keys;
  if (first === undefined) return [[], total];
  const filterOf = (key: string): Filter => ({ ...filter, [by === 'facet' ? 'facets' : 'products']: [key] });
  const start =
    offset > deepOffset ? await findDay(em, list.table, { ...filterOf(first), offset, isDescending }) : null;
  const lanes = keys.flatMap((key, position) =>
    lanesOf(list, filterOf(key)).map((lane) => ({
      ...lane,
      position,
      bound: position === 0 ? boundOf(start?.day, isDescending) : boundOf(undefined, isDescending),
    })),
  );
  const ids = await readLanes(em, list, {
    lanes,
    filter: filterOf(first),
    isDescending,
    limit,
    offset: offset - (start?.skipped ?? 0),
  });
  return [ids, total];
};

type Counted = { key: string; rows: number };

/** The groups that a page lies in, and where it starts in the first of them. */
const keysWithin = (groups: Counted[], { offset, limit }: { offset: number; limit: number }) => {
  const keys: string[] = [];
  let before = 0;
  let start = 0;
  for (const { key, rows } of groups) {
    if (before < offset + limit && before + rows > offset) {
      if (keys.length === 0) start = offset - before;
      keys.push(key);
    }
    before += rows;
  }
  return { keys, offset: start };
};

/** The time at which reading starts, as text of the database. */
const boundOf = (day: string | undefined, isDescending: boolean): string => {
  if (day === undefined) return isDescending ? 'infinity' : '-infinity';
  const start = new Date(`${day}T00:00:00Z`);
  if (isDescending) start.setUTCDate(start.getUTCDate() + 1);
  return start.toISOString();
};

type Reading = {
  lanes: (Lane & { position: number; bound: string })[];
  /** That of one of the groups, which differ in nothing but the lanes. */
  filter: Filter;
  isDescending: boolean;
  limit: number;
  offset: number;
};

const readLanes = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  { lanes, filter, isDescending, limit, offset }: Reading,
): Promise<string[]> => {
  const { values, bind } = createStatement();
  const time = `r.${list.time}`;
  const [direction, nulls] = isDescending ? ['DESC', 'DESC NULLS LAST'] : ['ASC', 'ASC NULLS FIRST'];
  const asked = `unnest(${bind(lanes.map(({ owner }) => owner))}::uuid[],
    ${bind(lanes.map(({ facet }) => facet))}::text[], ${bind(lanes.map(({ position }) => position))}::int[],
    ${bind(lanes.map(({ bound }) => bound))}::timestamptz[]) AS lane (owner, facet, position, bound)`;
  const where = [...conditionsOf(list, filter, bind), `${time} ${isDescending ? '<' : '>='} lane.bound`].join(
    ' AND ',
  );
  const rows = await sql<{ id: string }>(
    em,
    `SELECT page.id FROM ${fromOwn(list, { filter, asked }, bind)} CROSS JOIN LATERAL (
       SELECT ${time} AS time, r.id FROM ${list.table} r WHERE ${where}
       ORDER BY ${time} ${nulls}, r.id ${direction} LIMIT ${bind(offset + limit)}) AS page
     ORDER BY lane.position, page.time ${nulls}, page.id ${direction}
     LIMIT ${bind(limit)} OFFSET ${bind(offset)}`,
    values,
  );
  return rows.map(({ id }) => id);
};
