/** Reads one page of a list and the total number of rows, at a cost independent of the size of the list. */
import { findRowsByIds } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { redemptionsOf } from './counts.ts';
import { groupedBy, pageGroups } from './groups.ts';
import { conditionsOf, fromOwn, isByProduct, lanesOf } from './lanes.ts';
import { createStatement, type Filter, type List, ownerOf, type Paging } from './list.ts';
import { countAll, findStart } from './start.ts';

const joins: Record<string, string> = {
  customer: 'LEFT JOIN customers customer ON customer.id = r.customer_id',
  product: 'LEFT JOIN products product ON product.id = r.product_id',
  discount: 'LEFT JOIN discounts discount ON discount.id = r.discount_id',
  meter: 'LEFT JOIN meters meter ON meter.id = r.meter_id',
  redemptions: redemptionsOf('r'),
};
/** From this offset on it is cheaper to look up the day on which a page starts than to skip rows. */
const deepOffset = 500;

/**
 * Returns a page and the total. Filters that are counted in advance are paged along an index; others read and count
 * all matches. Rows are ordered by `sorting`, then id.
 */
export const findPage = async <Row extends ObjectLiteral & { id: string }>(
  em: EntityManager,
  list: List<Row>,
  { filter, paging }: { filter: Filter; paging: Paging },
): Promise<[Row[], number]> => {
  if ([filter.organizations, filter.products, filter.facets].some((wanted) => wanted?.length === 0))
    return [[], 0];
  const [ids, total] = await findIds(em, list, { filter, paging });
  if (ids.length === 0) return [[], total];
  const rows = new Map((await findRowsByIds(em, list.entity, ids)).map((row) => [row.id, row]));
  return [ids.flatMap((id) => rows.get(id) ?? []), total];
};

type Query = { filter: Filter; paging: Paging };

const findIds = <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  query: Query,
): Promise<[string[], number]> => {
  if (query.filter.conditions?.length) return pageMatches(em, list, query);
  const by = groupedBy(list, query);
  return by ? pageGroups(em, list, { ...query, by, deepOffset }) : pageCounted(em, list, query);
};

const pageCounted = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  query: Query,
): Promise<[string[], number]> => {
  const { page, limit } = query.paging;
  const offset = (page - 1) * limit;
  if (offset <= deepOffset) {
    const [ids, total] = await Promise.all([
      readPlace(em, list, { ...query, skipped: offset, limit }),
      countAll(em, list, query.filter),
    ]);
    return [ids, total];
  }
  // One query finds both the start and the total. Deep pages behind the end are not read.
  const start = await findStart(em, list, query);
  const total = start ? start.total : await countAll(em, list, query.filter);
  if (offset >= total) return [[], total];
  if (start) {
    const { condition } = start;
    return [
      await readPlace(em, list, { ...query, skipped: offset - start.skipped, limit, condition }),
      total,
    ];
  }
  // In another order than that of time, a page of the second half is read from the list's end.
  const isReversed = offset > total / 2;
  const rows = Math.min(limit, total - offset);
  const skipped = isReversed ? total - offset - rows : offset;
  const ids = await readPlace(em, list, { ...query, skipped, limit: rows, isReversed });
  return [isReversed ? ids.toReversed() : ids, total];
};

type Place = Query & { skipped: number; limit: number; isReversed?: boolean; condition?: string };

/** Reads a place of a list along indexes. */
const readPlace = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  { filter, paging, skipped, limit, isReversed, condition }: Place,
): Promise<string[]> => {
  const { values, bind } = createStatement();
  const order = orderOf(list, paging.sorting, isReversed);
  const lanes = lanesOf(list, filter);
  const asked = `unnest(${bind(lanes.map(({ owner }) => owner))}::uuid[],
    ${bind(lanes.map(({ facet }) => facet))}::text[]) AS lane (owner, facet)`;
  const from = fromOwn(list, { filter, asked }, bind);
  // Lets the index of customers in this order lead to their rows, unless so many are skipped that sorting is cheaper.
  const isLed = isOfCustomers(order) && !isByProduct(filter) && skipped <= deepOffset;
  const where = [
    ...conditionsOf(list, filter, bind),
    ...(condition ? [condition] : []),
    ...(isLed ? ['customer.organization_id = lane.owner'] : []),
  ];
  const keys = order.map(({ expression }, index) => `${expression} AS key${index}`);
  const rows = await sql<{ id: string }>(
    em,
    `SELECT page.id FROM ${from} CROSS JOIN LATERAL (
       SELECT ${keys.join(', ')}, r.id FROM ${list.table} r ${joinsOf(order)}
       WHERE ${where.join(' AND ')}
       ORDER BY ${order.map(({ expression, direction }) => `${expression} ${direction}`).join(', ')}
       LIMIT ${bind(skipped + limit)}
     ) AS page
     ORDER BY ${order.map(({ direction }, index) => `page.key${index} ${direction}`).join(', ')}
     LIMIT ${bind(limit)} OFFSET ${bind(skipped)}`,
    values,
  );
  return rows.map(({ id }) => id);
};

/** Reads all matches, and counts them on the way. */
const pageMatches = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  { filter, paging }: Query,
): Promise<[string[], number]> => {
  const { values, bind } = createStatement();
  const order = orderOf(list, paging.sorting);
  const where = [
    ...(filter.products ? [`r.${ownerOf(list).column} = ANY(${bind(filter.products)}::uuid[])`] : []),
    ...(filter.without ? [`NOT (${filter.without})`] : []),
    ...(filter.facets ? [`${list.facet} = ANY(${bind(filter.facets)}::text[])`] : []),
    ...(list.where ? [list.where] : []),
    ...(filter.conditions ?? []).map((condition) => condition(bind)),
  ].join(' AND ');
  const matches = `unnest(${bind(filter.organizations)}::uuid[]) AS lane (owner)
    JOIN ${list.table} r ON r.organization_id = lane.owner`;
  const offset = (paging.page - 1) * paging.limit;
  const counted = [...values];
  const rows = await sql<{ id: string; total: number }>(
    em,
    `SELECT r.id, count(*) OVER ()::int AS total FROM ${matches} ${joinsOf(order)} WHERE ${where}
     ORDER BY ${order.map(({ expression, direction }) => `${expression} ${direction}`).join(', ')}
     LIMIT ${bind(paging.limit)} OFFSET ${bind(offset)}`,
    values,
  );
  if (rows[0]) return [rows.map(({ id }) => id), rows[0].total];
  if (offset === 0) return [[], 0];
  const [row] = await sql<{ total: number }>(
    em,
    `SELECT count(*)::int AS total FROM ${matches} WHERE ${where}`,
    counted,
  );
  return [[], row?.total ?? 0];
};

type Order = { expression: string; direction: string };

const orderOf = <Row extends ObjectLiteral>(
  { sorts }: List<Row>,
  sorting: readonly string[],
  isReversed = false,
): Order[] => {
  const order = sorting.flatMap((criterion) => {
    const isDescending = criterion.startsWith('-');
    const expression = sorts[isDescending ? criterion.slice(1) : criterion];
    return expression
      ? [{ expression, direction: isDescending !== isReversed ? 'DESC NULLS LAST' : 'ASC NULLS FIRST' }]
      : [];
  });
  const isDescending = sorting[0]?.startsWith('-') ?? false;
  return [...order, { expression: 'r.id', direction: isDescending !== isReversed ? 'DESC' : 'ASC' }];
};

const isOfCustomers = (order: Order[]): boolean =>
  order.some(({ expression }) => expression.includes('customer.'));

const joinsOf = (order: Order[]): string =>
  Object.entries(joins)
    .filter(([alias]) => order.some(({ expression }) => expression.includes(`${alias}.`)))
    .map(([, join]) => join)
    .join(' ');
