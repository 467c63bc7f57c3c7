/** Reads one page of a list and the total number of rows, at a cost independent of the size of the list. */
import { findRowsByIds } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, type ObjectLiteral } from 'typeorm';
import { countListed, findDay, redemptionsOf } from './counts.ts';
import { type Bind, createStatement, type Filter, type List, type Paging } from './list.ts';

const joins: Record<string, string> = {
  customer: 'LEFT JOIN customers customer ON customer.id = r.customer_id',
  product: 'LEFT JOIN products product ON product.id = r.product_id',
  discount: 'LEFT JOIN discounts discount ON discount.id = r.discount_id',
  meter: 'LEFT JOIN meters meter ON meter.id = r.meter_id',
  redemptions: redemptionsOf('r'),
};
/** From this offset on it is cheaper to look up the day on which a page starts than to skip rows. */
const deepOffset = 500;
/** With more products than these, their rows are filtered instead of merged. */
const maxLanes = 500;

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
  const isCounted = !filter.conditions?.length;
  const [ids, total] = isCounted
    ? await pageCounted(em, list, { filter, paging })
    : await pageMatches(em, list, { filter, paging });
  if (ids.length === 0) return [[], total];
  const rows = new Map((await findRowsByIds(em, list.entity, ids)).map((row) => [row.id, row]));
  return [ids.flatMap((id) => rows.get(id) ?? []), total];
};

type Query = { filter: Filter; paging: Paging };

const pageCounted = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  { filter, paging }: Query,
): Promise<[string[], number]> => {
  const offset = (paging.page - 1) * paging.limit;
  // For deep pages, one query finds both the start and the total.
  const start = offset > deepOffset ? await findStart(em, list, { filter, paging }) : null;
  // Concurrently for shallow pages; deep pages behind the end are not read.
  const counting = start ? start.total : countListed(em, list.table, filter);
  const end = offset > deepOffset ? await counting : null;
  if (end !== null && offset >= end) return [[], end];
  const { values, bind } = createStatement();
  const left = offset - (start?.skipped ?? 0);
  const order = orderOf(list, paging.sorting);
  const { from, conditions } = lanesOf(list, filter, bind);
  const where = [...conditions, ...(list.where ? [list.where] : []), ...(start ? [start.condition] : [])];
  const keys = order.map(({ expression }, index) => `${expression} AS key${index}`);
  const page = sql<{ id: string }>(
    em,
    `SELECT page.id FROM ${from} CROSS JOIN LATERAL (
       SELECT ${keys.join(', ')}, r.id FROM ${list.table} r ${joinsOf(order)}
       WHERE ${where.join(' AND ')}
       ORDER BY ${order.map(({ expression, direction }) => `${expression} ${direction}`).join(', ')}
       LIMIT ${bind(left + paging.limit)}
     ) AS page
     ORDER BY ${order.map(({ direction }, index) => `page.key${index} ${direction}`).join(', ')}
     LIMIT ${bind(paging.limit)} OFFSET ${bind(left)}`,
    values,
  );
  const [rows, total] = await Promise.all([page, counting]);
  return [rows.map(({ id }) => id), total];
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
    ...(filter.products ? [`r.product_id = ANY(${bind(filter.products)}::uuid[])`] : []),
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

/**
 * Builds lanes: each organization, or each product, is read along its own index in the list's order, and the results
 * are merged. A single condition on several of them would lose that order.
 */
const lanesOf = <Row extends ObjectLiteral>(list: List<Row>, filter: Filter, bind: Bind) => {
  const { organizations, products } = filter;
  const isByProduct = products !== undefined && products.length <= maxLanes;
  const owners = isByProduct ? products : organizations;
  // The index of a product's rows includes the facet, so that it serves with and without a filter on it.
  const facets = filter.facets ?? (isByProduct ? list.facets : undefined);
  const lanes = owners.flatMap((owner) => (facets ?? [null]).map((facet) => ({ owner, facet })));
  const conditions = [
    `r.${isByProduct ? 'product_id' : 'organization_id'} = lane.owner`,
    ...(facets ? [`${list.facet} = lane.facet`] : []),
    ...(products && !isByProduct ? [`r.product_id = ANY(${bind(products)}::uuid[])`] : []),
  ];
  const asked = `unnest(${bind(lanes.map(({ owner }) => owner))}::uuid[],
    ${bind(lanes.map(({ facet }) => facet))}::text[]) AS lane (owner, facet)`;
  if (!isByProduct) return { from: asked, conditions };
  // Excludes products of other organizations by lane. As a condition on rows it would need their organization, which
  // is not in the index of a product's rows: a deep page skips many rows.
  const owner = 'SELECT own.organization_id FROM products own WHERE own.id = lane.owner';
  const from = `(SELECT * FROM ${asked} WHERE (${owner}) = ANY(${bind(organizations)}::uuid[])) AS lane`;
  return { from, conditions };
};

/** Where a deep page starts, if the list is ordered by time; else null. */
const findStart = async <Row extends ObjectLiteral>(
  em: EntityManager,
  list: List<Row>,
  { filter, paging: { page, limit, sorting } }: Query,
): Promise<{ condition: string; skipped: number; total: number } | null> => {
  const [criterion = '', ...others] = sorting;
  const isDescending = criterion.startsWith('-');
  if (others.length > 0 || list.sorts[criterion.replace('-', '')] !== `r.${list.time}`) return null;
  const start = await findDay(em, list.table, { ...filter, offset: (page - 1) * limit, isDescending });
  if (!start) return null;
  // Safe to insert: a date from the database.
  const midnight = `(date '${start.day}' + ${isDescending ? 1 : 0})::timestamp AT TIME ZONE 'UTC'`;
  const condition = `r.${list.time} ${isDescending ? '<' : '>='} ${midnight}`;
  return { condition, skipped: start.skipped, total: start.total };
};

type Order = { expression: string; direction: string };

const orderOf = <Row extends ObjectLiteral>({ sorts }: List<Row>, sorting: readonly string[]): Order[] => {
  const order = sorting.flatMap((criterion) => {
    const isDescending = criterion.startsWith('-');
    const expression = sorts[isDescending ? criterion.slice(1) : criterion];
    return expression
      ? [{ expression, direction: isDescending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST' }]
      : [];
  });
  return [...order, { expression: 'r.id', direction: sorting[0]?.startsWith('-') ? 'DESC' : 'ASC' }];
};

const joinsOf = (order: Order[]): string =>
  Object.entries(joins)
    .filter(([alias]) => order.some(({ expression }) => expression.includes(`${alias}.`)))
    .map(([, join]) => join)
    .join(' ');
