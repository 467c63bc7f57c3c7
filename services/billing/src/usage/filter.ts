/**
 * Which events a meter counts, and which value of them; pure functions (contracts/billing-behaviour.md, section 8).
 * `postgres/conditions.ts` states the same rules in SQL; a property-based test compares the two.
 */
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { Aggregation, Filter, FilterClause } from '@tessera/proto/api/billing/meter';
import { Big } from 'big.js';

/** The parts of an event that a filter can use. */
export type Countable = {
  name: string;
  source: string;
  timestamp: Date;
  metadata: MetadataOut;
};

type Scalar = string | number | boolean;

/** A number as Postgres writes it: never with an exponent. */
export const textOf = (value: Scalar): string =>
  typeof value === 'number' ? new Big(value).toFixed() : String(value);

type Clauses = (Filter | FilterClause)[];

/** A filter's clauses. The type is recursive, which the inferred type does not express. */
export const clausesOf = ({ clauses }: Filter): Clauses => clauses as Clauses;

/** Whether an event passes. Without clauses every event does. */
export const passes = (filter: Filter, event: Countable): boolean => {
  const clauses = clausesOf(filter);
  if (clauses.length === 0) return true;
  const one = (clause: Clauses[number]): boolean =>
    'clauses' in clause ? passes(clause, event) : meets(clause, event);
  return filter.conjunction === 'and' ? clauses.every(one) : clauses.some(one);
};

const meets = ({ property, operator, value }: FilterClause, event: Countable): boolean => {
  if (property === 'timestamp') return meetsTime(operator, value, event.timestamp);
  const present =
    property === 'name' || property === 'source'
      ? event[property]
      : Object.hasOwn(event.metadata, property)
        ? event.metadata[property]
        : undefined;
  if (present === undefined || present === null) return false;
  if (operator === 'like') return textOf(present).includes(textOf(value));
  if (operator === 'not_like') return !textOf(present).includes(textOf(value));
  const order = compare(present, value);
  return order !== null && holds(operator, order);
};

/** Returns below 0, 0 or above 0; null if the two cannot be compared. */
const compare = (present: Scalar, value: Scalar): number | null => {
  if (typeof present === 'string') return Buffer.compare(Buffer.from(present), Buffer.from(textOf(value)));
  if (typeof value === 'string') return null;
  if (typeof present === 'number') return difference(present, Number(value));
  return typeof value === 'boolean' ? difference(Number(present), Number(value)) : null;
};

const difference = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

/** `value` in seconds since 1970. */
const meetsTime = (operator: FilterClause['operator'], value: Scalar, timestamp: Date): boolean =>
  typeof value !== 'string' &&
  operator !== 'like' &&
  operator !== 'not_like' &&
  holds(operator, difference(timestamp.getTime(), Number(value) * 1000));

const holds = (operator: FilterClause['operator'], order: number): boolean => {
  switch (operator) {
    case 'eq':
      return order === 0;
    case 'ne':
      return order !== 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
    default:
      return false;
  }
};

/** The aggregations of meters. */
export type Func = Aggregation['func'] | 'unique';

export const funcOf = (aggregation: Aggregation): Func =>
  aggregation.func === 'count' && aggregation.uniqueProperty !== undefined ? 'unique' : aggregation.func;

/** The aggregated property; null: events themselves are counted. */
export const propertyOf = (aggregation: Aggregation): string | null =>
  aggregation.func === 'count' ? (aggregation.uniqueProperty ?? null) : aggregation.property;

/**
 * The aggregated value of an event: a number (any text for `unique`), or null where only the event counts; undefined
 * if the event does not count.
 */
export const givenValue = (
  aggregation: Aggregation,
  { metadata }: Countable,
): number | string | null | undefined => {
  const property = propertyOf(aggregation);
  if (property === null) return null;
  const value = Object.hasOwn(metadata, property) ? metadata[property] : undefined;
  if (funcOf(aggregation) === 'unique') return value === undefined ? undefined : textOf(value);
  return typeof value === 'number' ? value : undefined;
};

/** `givenValue` with numbers as decimal text. */
export const countedValue = (aggregation: Aggregation, event: Countable): string | null | undefined => {
  const value = givenValue(aggregation, event);
  return typeof value === 'number' ? textOf(value) : value;
};
