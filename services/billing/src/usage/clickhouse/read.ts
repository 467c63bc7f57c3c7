/** Reads events from ClickHouse. */
import type { ClickHouseClient } from '@clickhouse/client';
import type { EventName, EventSource } from '@tessera/proto/api/billing/event';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import { funcOf } from '../filter.ts';
import type { EventFilter, KeptEvent, Paging, Sums, SumsQuery } from '../store/store.ts';
import { type Called, conditionsOf, isWithin, valuesOf } from './conditions.ts';
import { withoutValues } from './connect.ts';

const settings = {
  precise_float_parsing: 1 as const,
  do_not_merge_across_partitions_select_final: 1 as const,
  max_query_size: '16777216',
  max_ast_elements: '1000000',
  max_expanded_ast_elements: '2000000',
  output_format_json_quote_64bit_integers: 1 as const,
};

export const select = async <Row>(client: ClickHouseClient, query: string): Promise<Row[]> => {
  const answer = await withoutValues(
    client.query({ query, format: 'JSONEachRow', clickhouse_settings: settings }),
  );
  return answer.json<Row>();
};

type Stored = Omit<KeptEvent, 'timestamp' | 'ingestedAt' | 'metadata'> & {
  at: string;
  ingested: string;
  metadata: Record<string, string>;
};

const columns = `id, organization_id AS organizationId, toString(toUnixTimestamp64Milli(timestamp)) AS at,
  toString(toUnixTimestamp64Milli(ingested_at)) AS ingested, source, name, customer_id AS customerId,
  external_customer_id AS externalCustomerId, external_id AS externalId, voids, voided_by AS voidedBy, is_late AS isLate,
  metadata`;

const readEvent = ({ at, ingested, metadata, ...row }: Stored): KeptEvent => ({
  ...row,
  source: row.source satisfies EventSource,
  timestamp: new Date(Number(at)),
  ingestedAt: new Date(Number(ingested)),
  metadata: Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, readValue(value)]),
  ) satisfies MetadataOut,
});

const readValue = (stored: string): string | number | boolean => {
  const text = stored.slice(1);
  if (stored.startsWith('n')) return Number(text);
  return stored.startsWith('b') ? text === 'true' : text;
};

/** The events to read; `called`: the customers who have the filter's external ids. */
type Wanted = { filter: EventFilter; called: readonly Called[] };

export const hasEvent = async (client: ClickHouseClient, { filter, called }: Wanted): Promise<boolean> =>
  (await select(client, `SELECT 1 FROM usage_events FINAL WHERE ${conditionsOf(filter, called)} LIMIT 1`))
    .length > 0;

/** `total`: the number of events, if it is known already. */
export const pageEvents = async (
  client: ClickHouseClient,
  { filter, called, paging, total: known }: Wanted & { paging: Paging; total: number | null },
): Promise<[KeptEvent[], number]> => {
  const { page, limit, sorting } = paging;
  const where = conditionsOf(filter, called);
  const direction = sorting[0]?.startsWith('-') ? 'DESC' : 'ASC';
  const total = known ?? (await countEvents(client, where));
  const offset = (page - 1) * limit;
  if (offset >= total) return [[], total];
  return [await eventsAt(client, where, { direction, limit, offset }), total];
};

/** Returns at most `most` of the newest events. */
export const newestEvents = (
  client: ClickHouseClient,
  { filter, called, most }: Wanted & { most: number },
): Promise<KeptEvent[]> =>
  eventsAt(client, conditionsOf(filter, called), { direction: 'DESC', limit: most, offset: 0 });

const eventsAt = async (
  client: ClickHouseClient,
  where: string,
  { direction, limit, offset }: { direction: 'ASC' | 'DESC'; limit: number; offset: number },
): Promise<KeptEvent[]> => {
  const rows = await select<Stored>(
    client,
    `SELECT ${columns} FROM usage_events FINAL WHERE ${where}
     ORDER BY usage_events.timestamp ${direction}, toString(usage_events.id) ${direction} LIMIT ${limit} OFFSET ${offset}`,
  );
  return rows.map(readEvent);
};

const countEvents = async (client: ClickHouseClient, where: string): Promise<number> => {
  const [row] = await select<{ total: string }>(
    client,
    `SELECT toString(count()) AS total FROM usage_events FINAL WHERE ${where}`,
  );
  return Number(row?.total ?? 0);
};

const nameSorts: Record<string, string> = {
  name: 'name',
  occurrences: 'count()',
  first_seen: 'min(usage_events.timestamp)',
  last_seen: 'max(usage_events.timestamp)',
};

type Named = Pick<EventName, 'name' | 'source'> & {
  occurrences: string;
  first: string;
  last: string;
};

/** SQL expressions for sorting names by figures of their events. */
export const pageNames = async (
  client: ClickHouseClient,
  { filter, called, paging: { page, limit, sorting } }: Wanted & { paging: Paging },
): Promise<[EventName[], number]> => {
  const where = conditionsOf(filter, called);
  const order = sorting.flatMap((criterion) => {
    const expression = nameSorts[criterion.replace(/^-/, '')];
    return expression ? [`${expression} ${criterion.startsWith('-') ? 'DESC' : 'ASC'}`] : [];
  });
  const [counted] = await select<{ total: string }>(
    client,
    `SELECT toString(uniqExact(name, source)) AS total FROM usage_events FINAL WHERE ${where}`,
  );
  const rows = await select<Named>(
    client,
    `SELECT name, source, toString(count()) AS occurrences,
       toString(toUnixTimestamp64Milli(min(usage_events.timestamp))) AS first,
       toString(toUnixTimestamp64Milli(max(usage_events.timestamp))) AS last
     FROM usage_events FINAL WHERE ${where} GROUP BY name, source
     ORDER BY ${[...order, 'name', 'source'].join(', ')} LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
  );
  const names = rows.map(({ name, source, occurrences, first, last }) => ({
    name,
    source,
    occurrences: Number(occurrences),
    firstSeen: new Date(Number(first)),
    lastSeen: new Date(Number(last)),
  }));
  return [names, Number(counted?.total ?? 0)];
};

type Summed = {
  bucket: string;
  count: string;
  sum: string;
  min: string | null;
  max: string | null;
  beyond: string;
};

/** Decimals that can be summed exactly: 25 digits before the point, 30 after it. */
const exact = String.raw`^-?[0-9]{1,25}(\\.[0-9]{1,30})?$`;

/**
 * Returns sums of the periods that begin at `starts`, which Postgres computes, so that both use the same time zone
 * data. Null: there are numbers that ClickHouse cannot add up exactly.
 */
export const sumEvents = async (
  client: ClickHouseClient,
  { query, called, starts }: { query: SumsQuery; called: readonly Called[]; starts: readonly Date[] },
): Promise<Sums[] | null> => {
  const { aggregation, from, through, interval: _i, timezone: _z, ...filter } = query;
  const func = funcOf(aggregation);
  const { isGiven, text } = valuesOf(aggregation);
  const bucket =
    starts.length === 0
      ? `'0'`
      : `toString(roundDown(toUnixTimestamp64Milli(timestamp), [${starts.map((start) => `toInt64(${start.getTime()})`).join(', ')}]))`;
  const isAdded = func !== 'unique' && func !== 'count';
  const number = isAdded ? `toDecimal256OrNull(if(${isGiven}, ${text}, ''), 30)` : 'NULL';
  const beyond = isAdded ? `countIf(${isGiven} AND NOT match(${text}, '${exact}'))` : '0';
  const counted = func === 'unique' ? `uniqExactIf(${text}, ${isGiven})` : `countIf(${isGiven})`;
  const figure = (name: string) => (isAdded ? `toString(${name}(${number}))` : 'NULL');
  const rows = await select<Summed>(
    client,
    `SELECT ${bucket} AS bucket, toString(${counted}) AS count, ${isAdded ? `ifNull(${figure('sum')}, '0')` : `'0'`} AS sum,
       ${figure('min')} AS min, ${figure('max')} AS max, toString(${beyond}) AS beyond
     FROM usage_events FINAL WHERE ${conditionsOf(filter, called)} AND ${isWithin({ from, through })}
       AND source = 'user' AND voids IS NULL AND voided_by IS NULL
     GROUP BY bucket`,
  );
  if (rows.some(({ beyond: some }) => some !== '0')) return null;
  return rows.map(({ bucket: start, count, sum, min, max }) => ({
    bucket: new Date(Number(start)),
    count: Number(count),
    sum,
    min,
    max,
  }));
};
