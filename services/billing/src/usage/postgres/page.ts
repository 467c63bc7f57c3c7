/** Pages of events ordered by time. */
import { type Queryable, sql } from '@tessera/kit/database/sql';
import { type Bind, createStatement } from '../../lists/list.ts';
import type { EventFilter, KeptEvent, Paging } from '../store/store.ts';
import { conditionsOf, countByNames, eventColumns } from './read.ts';

/**
 * Where there are no precomputed counts for a filter, at most this many events beyond the page are counted: above
 * that the total only shows that there are more.
 */
const counted = 10_000;

/** Returns a page and the number of events (limited, see `counted`). */
export const pageEvents = async (
  on: Queryable,
  filter: EventFilter,
  { page, limit, sorting }: Paging,
): Promise<[KeptEvent[], number]> => {
  if (filter.organizations.length === 0) return [[], 0];
  const offset = (page - 1) * limit;
  const { lanes, others } = await lanesOf(on, filter);
  const order = orderOf(sorting[0]?.startsWith('-') ? 'DESC' : 'ASC');
  const search = { lanes, others, order: order('e') };
  const total =
    (await countByNames(on, filter)) ??
    (await countEvents(on, { ...search, most: offset + limit + counted }));
  if (offset >= total) return [[], total];
  return [await eventsAt(on, { lanes, others, order }, { limit, offset }), total];
};

/** Returns at most `limit` of the newest events. */
export const newestEvents = async (
  on: Queryable,
  filter: EventFilter,
  limit: number,
): Promise<KeptEvent[]> => {
  if (filter.organizations.length === 0) return [];
  return eventsAt(on, { ...(await lanesOf(on, filter)), order: orderOf('DESC') }, { limit, offset: 0 });
};

type Ordered = Lanes & { order: (of: string) => string };

const eventsAt = (
  on: Queryable,
  { lanes, others, order }: Ordered,
  { limit, offset }: { limit: number; offset: number },
): Promise<KeptEvent[]> => {
  const { values, bind } = createStatement();
  const found = foundIn(bind, { lanes, others, order: order('e'), most: offset + limit });
  return sql<KeptEvent>(
    on,
    `SELECT ${eventColumns} FROM (
       SELECT found.id, found."timestamp" FROM (${found}) AS found
       ORDER BY ${order('found')} LIMIT ${bind(limit)} OFFSET ${bind(offset)}
     ) AS page JOIN usage_events e ON e.id = page.id AND e."timestamp" = page."timestamp"
     ORDER BY ${order('e')}`,
    values,
  );
};

const orderOf = (direction: 'ASC' | 'DESC') => (of: string) =>
  `${of}."timestamp" ${direction}, ${of}.id ${direction}`;

/**
 * Events that an index finds: `keys` are rows `lane`, `belongs` is the condition for their events. The index returns
 * them ordered by time, except for `isUnordered`, where all of them are read before sorting.
 */
type Lane = { keys: (bind: Bind) => string; belongs: string; isUnordered?: true };
type Lanes = { lanes: Lane[]; others: EventFilter };

/** Above this number, customers are not looked up one by one. */
const maxCustomers = 20;

/** Splits a filter into index lookups and its remaining conditions. */
const lanesOf = async (on: Queryable, filter: EventFilter): Promise<Lanes> => {
  const { customers, externalCustomers, ...others } = filter;
  if (customers && externalCustomers) return { lanes: [ofOrganizations(filter)], others: filter };
  if (externalCustomers) {
    const own = await customersOf(on, filter, 'external_id = ANY($2::text[]) AND deleted_at IS NULL');
    return { lanes: [ofCustomers(own), ...ofStrays(filter, own)], others };
  }
  if (!customers || customers.length > maxCustomers)
    return { lanes: [ofOrganizations(filter)], others: filter };
  return { lanes: [ofCustomers(await customersOf(on, filter, 'id = ANY($2::uuid[])'))], others };
};

type CustomerKey = { id: string; organizationId: string; externalId: string | null };

/** Returns the organizations' customers of the filter: a customer's events all belong to their organization. */
const customersOf = (on: Queryable, filter: EventFilter, where: string): Promise<CustomerKey[]> =>
  sql<CustomerKey>(
    on,
    `SELECT id, organization_id AS "organizationId", external_id AS "externalId" FROM customers
     WHERE organization_id = ANY($1::uuid[]) AND ${where}`,
    [filter.organizations, filter.externalCustomers ?? filter.customers],
  );

const ofOrganizations = ({ organizations }: EventFilter): Lane => ({
  keys: (bind) => `unnest(${bind(organizations)}::uuid[]) AS lane (owner)`,
  belongs: 'e.organization_id = lane.owner',
});

const ofCustomers = (customers: readonly CustomerKey[]): Lane => ({
  keys: (bind) => `unnest(${bind(customers.map(({ id }) => id))}::uuid[]) AS lane (customer)`,
  belongs: 'e.customer_id = lane.customer',
});

/**
 * Events with an external customer id that belongs to no customer, or to another one by now. Three lanes, since an
 * index supports less and greater, but not unequal.
 */
const ofStrays = ({ organizations, externalCustomers }: EventFilter, own: readonly CustomerKey[]): Lane[] => {
  const keys = (
    bind: Bind,
  ) => `(SELECT owner, name, own.id FROM unnest(${bind(organizations)}::uuid[]) AS owner
    CROSS JOIN unnest(${bind([...new Set(externalCustomers)])}::text[]) AS name
    LEFT JOIN unnest(${bind(own.map(({ id }) => id))}::uuid[], ${bind(own.map(({ organizationId }) => organizationId))}::uuid[],
      ${bind(own.map(({ externalId }) => externalId))}::text[]) AS own (id, owner_id, called)
      ON own.owner_id = owner AND own.called = name) AS lane (owner, name, own)`;
  const named = 'e.organization_id = lane.owner AND e.external_customer_id = lane.name AND e.customer_id';
  const most = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`;
  return ['IS NULL', `< coalesce(lane.own, ${most})`, `> coalesce(lane.own, ${most})`].map((other) => ({
    keys,
    belongs: `${named} ${other}`,
    isUnordered: true,
  }));
};

type Search = Lanes & { most: number; order: string };

/** SQL: at most `most` events of each lane, as rows `(id, timestamp)`. */
const foundIn = (bind: Bind, { lanes, others, most, order }: Search): string => {
  const where = conditionsOf(others).map((condition) => ` AND ${condition(bind)}`);
  return lanes
    .map(
      ({
        keys,
        belongs,
        isUnordered,
      }) => `SELECT found.id, found."timestamp" FROM ${keys(bind)} CROSS JOIN LATERAL (
        SELECT e.id, e."timestamp" FROM ${isUnordered ? `(${eventsOf(belongs)}) AS e WHERE true` : `usage_events e WHERE ${belongs}`}${where.join('')}
        ORDER BY ${order} LIMIT ${bind(most)}) AS found`,
    )
    .join(' UNION ALL ');
};

/** `OFFSET 0` keeps the planner from scanning all events in the order of time instead. */
const eventsOf = (belongs: string): string =>
  `SELECT e.id, e."timestamp", e.source, e.name, e.metadata FROM usage_events e WHERE ${belongs} OFFSET 0`;

const countEvents = async (on: Queryable, search: Search): Promise<number> => {
  const { values, bind } = createStatement();
  const [row] = await sql<{ total: number }>(
    on,
    `SELECT count(*)::int AS total FROM (
       SELECT 1 FROM (${foundIn(bind, search)}) AS found LIMIT ${bind(search.most)}) AS counted`,
    values,
  );
  return row?.total ?? 0;
};
