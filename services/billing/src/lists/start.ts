/** Where a page of a list that is counted starts, and the list's total. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager, ObjectLiteral } from 'typeorm';
import { countListed, findDay } from './counts.ts';
import { createStatement, type Filter, type List, ownerOf, type Paging } from './list.ts';

/** Where a deep page starts, if the list is ordered by time; else null. */
export const findStart = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  { filter, paging: { page, limit, sorting } }: { filter: Filter; paging: Paging },
): Promise<{ condition: string; skipped: number; total: number } | null> => {
  const [criterion = '', ...others] = sorting;
  const isDescending = criterion.startsWith('-');
  if (others.length > 0 || list.sorts[criterion.replace('-', '')] !== `r.${list.time}`) return null;
  const start = await findDay(em, list.table, { ...filter, offset: (page - 1) * limit, isDescending });
  if (!start) return null;
  // Safe to insert: a date from the database.
  const midnight = `(date '${start.day}' + ${isDescending ? 1 : 0})::timestamp AT TIME ZONE 'UTC'`;
  const condition = `r.${list.time} ${isDescending ? '<' : '>='} ${midnight}`;
  if (!filter.without) return { condition, skipped: start.skipped, total: start.total };
  const [few, earlier] = await Promise.all([
    countFew(em, list, filter),
    countFew(em, list, filter, `NOT (${condition})`),
  ]);
  return { condition, skipped: start.skipped - earlier, total: start.total - few };
};

/** Counts the rows of a filter without conditions. */
export const countAll = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  filter: Filter,
): Promise<number> => {
  const [listed, few] = await Promise.all([
    countListed(em, list.table, filter),
    filter.without ? countFew(em, list, filter) : 0,
  ]);
  return listed - few;
};

/** Counts the rows that the filter leaves out. */
const countFew = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  { organizations, products, without }: Filter,
  condition = 'true',
): Promise<number> => {
  const { values, bind } = createStatement();
  const where = [
    `r.organization_id = ANY(${bind(organizations)}::uuid[]) AND (${without}) AND ${condition}`,
    ...(products ? [`r.${ownerOf(list).column} = ANY(${bind(products)}::uuid[])`] : []),
  ];
  const [row] = await sql<{ total: number }>(
    em,
    `SELECT count(*)::int AS total FROM ${list.table} r WHERE ${where.join(' AND ')}`,
    values,
  );
  return row?.total ?? 0;
};
