/** Pages of events in the order of time. */
import { type Queryable, sql } from '@tessera/kit/sql';
import { type Bind, createStatement } from '../../lists/list.ts';
import type { EventFilter, KeptEvent, Paging } from '../store/store.ts';
import { conditionsOf, countByNames, eventColumns } from './read.ts';

/**
 * How many events beyond a page are counted, where filters are asked for of which nothing is counted beforehand: beyond
 * that the total says that there are more, not how many.
 */
const counted = 10_000;

/** A page, and how many events there are (see `counted`). */
export const pageEvents = async (
  on: Queryable,
  filter: EventFilter,
  { page, limit, sorting }: Paging,
): Promise<[KeptEvent[], number]> => {
  if (filter.organizations.length === 0) return [[], 0];
  const offset = (page - 1) * limit;
  const { lanes, others } = await lanesOf(on, filter);
  const total =
    (await countByNames(on, filter)) ??
    (await countEvents(on, { lanes, others, most: offset + limit + counted }));
  if (offset >= total) return [[], total];
  const { values, bind } = createStatement();
  const order = orderOf(sorting[0]?.startsWith('-') ? 'DESC' : 'ASC');
  const found = foundIn(bind, { lanes, others, order: order('e'), most: offset + limit });
  const rows = await sql<KeptEvent>(
    on,
    `SELECT ${eventColumns} FROM (
       SELECT found.id, found."timestamp" FROM (${found}) AS found
       ORDER BY ${order('found')} LIMIT ${bind(limit)} OFFSET ${bind(offset)}
     ) AS page JOIN usage_events e ON e.id = page.id AND e."timestamp" = page."timestamp"
     ORDER BY ${order('e')}`,
    values,
  );
  return [rows, total];
};

const orderOf = (direction: 'ASC' | 'DESC') => (of: string) =>
  `${of}."timestamp" ${direction}, ${of}.id ${direction}`;

/** Events that lie in order in an index: `keys` are rows `lane`, `belongs` says which events are theirs. */
type Lane = { keys: (bind: Bind) => string; belongs: (bind: Bind) => string };
type Lanes = { lanes: Lane[]; others: EventFilter };

/** More customers than these are not asked for one by one. */
const maxCustomers = 20;

/** Where the events of a filter lie, and what else is asked of them. */
const lanesOf = async (on: Queryable, filter: EventFilter): Promise<Lanes> => {
  const { customers, externalCustomers, ...others } = filter;
  if (customers && externalCustomers) return { lanes: [ofOrganizations(filter)], others: filter };
  if (externalCustomers) {
    const own = await customersOf(on, filter, 'external_id = ANY($2::text[]) AND deleted_at IS NULL');
    return { lanes: [ofCustomers(own), ofStrays(filter, own)], others };
  }
  if (!customers || customers.length > maxCustomers)
    return { lanes: [ofOrganizations(filter)], others: filter };
  return { lanes: [ofCustomers(await customersOf(on, filter, 'id = ANY($2::uuid[])'))], others };
};

/** Ids of the organizations' customers who are asked for: all events of a customer are their organization's. */
const customersOf = async (on: Queryable, filter: EventFilter, where: string): Promise<string[]> => {
  const rows = await sql<{ id: string }>(
    on,
    `SELECT id FROM customers WHERE organization_id = ANY($1::uuid[]) AND ${where}`,
    [filter.organizations, filter.externalCustomers ?? filter.customers],
  );
  return rows.map(({ id }) => id);
};

const ofOrganizations = ({ organizations }: EventFilter): Lane => ({
  keys: (bind) => `unnest(${bind(organizations)}::uuid[]) AS lane (owner)`,
  belongs: () => 'e.organization_id = lane.owner',
});

const ofCustomers = (ids: readonly string[]): Lane => ({
  keys: (bind) => `unnest(${bind(ids)}::uuid[]) AS lane (customer)`,
  belongs: () => 'e.customer_id = lane.customer',
});

/** What names a customer by an external id that is another's now, or nobody's. */
const ofStrays = ({ organizations, externalCustomers }: EventFilter, own: readonly string[]): Lane => ({
  keys: (bind) => `(SELECT owner, name FROM unnest(${bind(organizations)}::uuid[]) AS owner,
    unnest(${bind(externalCustomers)}::text[]) AS name) AS lane (owner, name)`,
  belongs: (bind) => `e.organization_id = lane.owner AND e.external_customer_id = lane.name
    AND (e.customer_id IS NULL OR e.customer_id <> ALL(${bind(own)}::uuid[]))`,
});

type Search = Lanes & { most: number; order?: string };

/** At most so many events of each lane: rows `(id, timestamp)`. */
const foundIn = (bind: Bind, { lanes, others, most, order }: Search): string => {
  const where = conditionsOf(others).map((condition) => ` AND ${condition(bind)}`);
  return lanes
    .map(
      ({ keys, belongs }) => `SELECT found.id, found."timestamp" FROM ${keys(bind)} CROSS JOIN LATERAL (
        SELECT e.id, e."timestamp" FROM usage_events e WHERE ${belongs(bind)}${where.join('')}
        ${order ? `ORDER BY ${order}` : ''} LIMIT ${bind(most)}) AS found`,
    )
    .join(' UNION ALL ');
};

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
