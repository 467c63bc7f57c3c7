/** Reads events from Postgres. */
import { type Queryable, sql } from '@tessera/kit/database/sql';
import type { EventName } from '@tessera/proto/api/billing/event';
import { containsText, hasMetadata, isOneOf, isOneOfTexts } from '../../lists/conditions.ts';
import { type Bind, type Condition, createStatement } from '../../lists/list.ts';
import type { EventFilter, KeptEvent, Paging } from '../store/store.ts';
import { passesFilter } from './conditions.ts';

export const eventColumns = `e.id, e.organization_id AS "organizationId", e."timestamp", e.ingested_at AS "ingestedAt", e.source,
  e.name, e.customer_id AS "customerId", e.external_customer_id AS "externalCustomerId", e.external_id AS "externalId",
  e.voids, e.voided_by AS "voidedBy", e.is_late AS "isLate", e.metadata`;

/** Events that meters count. */
export const isCounted = `e.source = 'user' AND e.voids IS NULL AND e.voided_by IS NULL`;

/** Events written but not counted yet: events `e` of batches `b`. */
export const pending = `usage_batches b JOIN usage_events e
  ON e.id = ANY(b.event_ids) AND e."timestamp" BETWEEN b.first_at AND b.last_at`;

export const findEvent = async (on: Queryable, id: string): Promise<KeptEvent | null> => {
  const [row] = await sql<KeptEvent>(on, `SELECT ${eventColumns} FROM usage_events e WHERE e.id = $1`, [id]);
  return row ?? null;
};

export const hasEvent = async (on: Queryable, filter: EventFilter): Promise<boolean> => {
  const { values, bind } = createStatement();
  const owners = `${bind(filter.organizations)}::uuid[]`;
  const where = conditionsOf(filter).map((condition) => ` AND ${condition(bind)}`);
  const rows = await sql(
    on,
    `SELECT 1 FROM usage_events e WHERE e.organization_id = ANY(${owners})${where.join('')} LIMIT 1`,
    values,
  );
  return rows.length > 0;
};

/** Events of one name are read in the order of time by their index; of several names, all are read and sorted. */
const isNamed = (names: readonly string[] | undefined): Condition[] =>
  names?.length === 1 ? [(bind) => `e.name = ${bind(names[0])}::text`] : isOneOfTexts('e.name', names);

/** The conditions of a filter besides the organization. */
export const conditionsOf = (filter: EventFilter): Condition[] => {
  const { customers, externalCustomers, sources, names, query, from, until, before } = filter;
  const asRow =
    (condition: Condition): Condition =>
    (bind) =>
      condition(bind).replaceAll('r.metadata', 'e.metadata');
  return [
    ...isOneOf('e.customer_id', customers),
    ...(externalCustomers ? [isOfExternal(externalCustomers)] : []),
    ...isOneOfTexts('e.source', sources),
    ...isNamed(names),
    ...containsText(['e.name'], query),
    ...(from ? [(bind: Bind) => `e."timestamp" >= ${bind(from)}::timestamptz`] : []),
    ...(until ? [(bind: Bind) => `e."timestamp" < ${bind(until)}::timestamptz`] : []),
    ...(before ? [isBefore(before)] : []),
    ...(filter.filter ? [passesFilter(filter.filter)] : []),
    ...hasMetadata(filter.metadata).map(asRow),
  ];
};

const isBefore =
  ({ timestamp, id }: NonNullable<EventFilter['before']>): Condition =>
  (bind) =>
    `(e."timestamp", e.id) < (${bind(timestamp)}::timestamptz, ${bind(id)}::uuid)`;

/** Events with one of the external ids, and all others of customers who have it now. */
const isOfExternal =
  (externalIds: readonly string[]): Condition =>
  (bind) => {
    const given = `${bind(externalIds)}::text[]`;
    return `(e.customer_id IN (SELECT c.id FROM customers c
        WHERE c.organization_id = e.organization_id AND c.external_id = ANY(${given}) AND c.deleted_at IS NULL)
      OR e.external_customer_id = ANY(${given}))`;
  };

/** Returns counts by name without reading events, except uncounted ones. Null: the filter has further conditions. */
export const countByNames = async (on: Queryable, filter: EventFilter): Promise<number | null> => {
  const { organizations, names, sources, query, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return null;
  const { values, bind } = createStatement();
  const ofNames = conditionsOf({ organizations, names, sources, query })
    .map((condition) => ` AND ${condition(bind)}`)
    .join('');
  const owners = `${bind(organizations)}::uuid[]`;
  const [row] = await sql<{ total: number }>(
    on,
    `SELECT ((SELECT coalesce(sum(e.occurrences), 0) FROM usage_event_names e
          WHERE e.organization_id = ANY(${owners})${ofNames})
        + (SELECT count(*) FROM ${pending} WHERE b.organization_id = ANY(${owners})${ofNames}))::int AS total`,
    values,
  );
  return row?.total ?? 0;
};

const nameSorts: Record<string, string> = {
  name: 'name COLLATE "C"',
  occurrences: 'occurrences',
  first_seen: '"firstSeen"',
  last_seen: '"lastSeen"',
};

export const pageNames = async (
  on: Queryable,
  filter: EventFilter,
  { page, limit, sorting }: Paging,
): Promise<[EventName[], number]> => {
  if (filter.organizations.length === 0) return [[], 0];
  const { values, bind } = createStatement();
  const owners = `${bind(filter.organizations)}::uuid[]`;
  const where = conditionsOf(filter)
    .map((condition) => ` AND ${condition(bind)}`)
    .join('');
  const events = `SELECT e.name, e.source, 1 AS occurrences, e."timestamp" AS first_seen, e."timestamp" AS last_seen`;
  const from =
    filter.customers || filter.externalCustomers
      ? `${events} FROM usage_events e WHERE e.organization_id = ANY(${owners})${where}`
      : `SELECT e.name, e.source, e.occurrences, e.first_seen, e.last_seen FROM usage_event_names e
          WHERE e.organization_id = ANY(${owners})${where}
         UNION ALL ${events} FROM ${pending} WHERE b.organization_id = ANY(${owners})${where}`;
  const order = sorting.flatMap((criterion) => {
    const expression = nameSorts[criterion.replace(/^-/, '')];
    return expression ? [`${expression} ${criterion.startsWith('-') ? 'DESC' : 'ASC'}`] : [];
  });
  const names = `SELECT name, source, sum(occurrences)::float8 AS occurrences, min(first_seen) AS "firstSeen",
    max(last_seen) AS "lastSeen" FROM (${from}) AS found GROUP BY name, source`;
  const rows = await sql<EventName & { total: number }>(
    on,
    `WITH names AS (${names}), counted AS (SELECT count(*)::int AS total FROM names), page AS (
       SELECT * FROM names ORDER BY ${[...order, 'name COLLATE "C"', 'source'].join(', ')}
       LIMIT ${bind(limit)} OFFSET ${bind((page - 1) * limit)})
     SELECT page.*, counted.total FROM counted LEFT JOIN page ON true
     ORDER BY ${[...order, 'name COLLATE "C"', 'source'].join(', ')}`,
    values,
  );
  const items = rows.flatMap(({ total: _total, ...row }) => (row.name === null ? [] : [row]));
  return [items, rows[0]?.total ?? 0];
};
