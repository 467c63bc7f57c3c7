/** The rules of `filter.ts` as ClickHouse SQL. */
import type { Aggregation, Filter, FilterClause } from '@tessera/proto/api/billing/meter';
import { clausesOf, funcOf, propertyOf, textOf } from '../filter.ts';
import type { EventFilter } from '../store/store.ts';
import { searchKeyOf } from './search.ts';

/**
 * Text as a literal that is safe from injection. ClickHouse's query parameters travel in the URL, whose length limit
 * is below that of a filter.
 */
export const literal = (text: string): string => `unhex('${Buffer.from(text).toString('hex')}')`;

const listOf = (texts: readonly string[]): string => `[${texts.map(literal).join(', ')}]`;

const isOneOf = (expression: string, texts: readonly string[]): string =>
  texts.length === 0 ? 'false' : `has(${listOf(texts)}, ${expression})`;

/** Compares id columns directly, so that the primary key is used. */
export const isOneOfIds = (column: string, ids: readonly string[]): string =>
  ids.length === 0 ? 'false' : `${column} IN (${ids.map((id) => `toUUID(${literal(id)})`).join(', ')})`;

const momentOf = (time: Date): string => `fromUnixTimestamp64Milli(${time.getTime()}, 'UTC')`;

/** A customer of an organization who has one of the external ids. */
export type Called = { organizationId: string; customerId: string };

/** `called`: the customers who have the external ids of the filter. */
export const conditionsOf = (filter: EventFilter, called: readonly Called[]): string => {
  const { organizations, customers, externalCustomers, sources, names, query, from, until, before } = filter;
  const all = [
    isOneOfIds('organization_id', organizations),
    ...(customers ? [isOneOfIds('customer_id', customers)] : []),
    ...(externalCustomers ? [isOfExternal(externalCustomers, called)] : []),
    ...(sources ? [isOneOf('source', sources)] : []),
    ...(names ? [isOneOf('name', names)] : []),
    ...(query ? [`position(${searchKeyOf('name')}, ${searchKeyOf(literal(query))}) > 0`] : []),
    ...(from ? [`timestamp >= ${momentOf(from)}`] : []),
    ...(until ? [`timestamp < ${momentOf(until)}`] : []),
    ...(before ? [isBefore(before)] : []),
    ...(filter.filter ? [passesFilter(filter.filter)] : []),
    ...Object.entries(filter.metadata ?? {}).map(
      ([key, texts]) => `(${has(key)} AND ${isOneOf(textAt(key), texts)})`,
    ),
  ];
  return all.join(' AND ');
};

/** Starts with a condition on the timestamp alone, so that the primary key is used. */
const isBefore = ({ timestamp, id }: NonNullable<EventFilter['before']>): string => {
  const moment = momentOf(timestamp);
  return `timestamp <= ${moment} AND (timestamp < ${moment} OR toString(usage_events.id) < ${literal(id)})`;
};

export const isWithin = ({ from, through }: { from: Date; through: Date }): string =>
  `timestamp >= ${momentOf(from)} AND timestamp <= ${momentOf(through)}`;

const isOfExternal = (externalIds: readonly string[], called: readonly Called[]): string => {
  const own = called.map(
    ({ organizationId, customerId }) =>
      `(organization_id = toUUID(${literal(organizationId)}) AND customer_id = toUUID(${literal(customerId)}))`,
  );
  return `(${[`ifNull(${isOneOf('external_customer_id', externalIds)}, false)`, ...own].join(' OR ')})`;
};

const at = (key: string): string => `metadata[${literal(key)}]`;
const has = (key: string): string => `mapContains(metadata, ${literal(key)})`;
const textAt = (key: string): string => `substring(${at(key)}, 2)`;
const isOfType = (key: string, type: 's' | 'n' | 'b'): string => `startsWith(${at(key)}, '${type}')`;

const passesFilter = (filter: Filter): string => {
  const clauses = clausesOf(filter);
  if (clauses.length === 0) return 'true';
  const all = clauses.map((clause) => ('clauses' in clause ? passesFilter(clause) : `(${clauseOf(clause)})`));
  return `(${all.join(filter.conjunction === 'and' ? ' AND ' : ' OR ')})`;
};

const signs: Partial<Record<FilterClause['operator'], string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

const clauseOf = ({ property, operator, value }: FilterClause): string => {
  const sign = signs[operator];
  if (property === 'timestamp')
    return sign && typeof value !== 'string'
      ? `toFloat64(toUnixTimestamp64Milli(timestamp)) ${sign} ${numberOf(Number(value) * 1000)}`
      : 'false';
  const isColumn = property === 'name' || property === 'source';
  const present = isColumn ? property : textAt(property);
  const text = literal(textOf(value));
  if (!sign) {
    const found = `position(${present}, ${text}) ${operator === 'like' ? '>' : '='} 0`;
    return isColumn ? found : `${has(property)} AND ${found}`;
  }
  if (isColumn) return `${property} ${sign} ${text}`;
  const cases = [`${isOfType(property, 's')} AND ${present} ${sign} ${text}`];
  if (typeof value !== 'string')
    cases.push(
      `${isOfType(property, 'n')} AND toFloat64OrZero(${present}) ${sign} ${numberOf(Number(value))}`,
    );
  if (typeof value === 'boolean')
    cases.push(`${isOfType(property, 'b')} AND (${present} = 'true') ${sign} ${value}`);
  return cases.map((one) => `(${one})`).join(' OR ');
};

const numberOf = (value: number): string => `toFloat64(${literal(String(value))})`;

/** SQL expressions for the value that a meter aggregates. */
export type Values = {
  /** Whether the event has a value. */
  isGiven: string;
  /** The value as text. */
  text: string;
};

export const valuesOf = (aggregation: Aggregation): Values => {
  const property = propertyOf(aggregation);
  if (property === null) return { isGiven: 'true', text: `''` };
  const isUnique = funcOf(aggregation) === 'unique';
  return { isGiven: isUnique ? has(property) : isOfType(property, 'n'), text: textAt(property) };
};
