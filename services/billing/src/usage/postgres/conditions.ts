/** The rules of `filter.ts` as SQL on the event `e`. */
import type { Aggregation, Filter, FilterClause } from '@tessera/proto/api/billing/meter';
import type { Bind, Condition } from '../../lists/list.ts';
import { clausesOf, funcOf, propertyOf, textOf } from '../filter.ts';

/** Events that pass a meter's filter. */
export const passesFilter =
  (filter: Filter): Condition =>
  (bind) =>
    conditionOf(bind, filter);

const conditionOf = (bind: Bind, filter: Filter): string => {
  const clauses = clausesOf(filter);
  if (clauses.length === 0) return 'true';
  const all = clauses.map((clause) =>
    'clauses' in clause ? conditionOf(bind, clause) : `coalesce(${clauseOf(bind, clause)}, false)`,
  );
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

const clauseOf = (bind: Bind, { property, operator, value }: FilterClause): string => {
  const sign = signs[operator];
  if (property === 'timestamp')
    return sign && typeof value !== 'string'
      ? `extract(epoch FROM e."timestamp") ${sign} ${bind(Number(value))}::numeric`
      : 'false';
  const text = `${bind(textOf(value))}::text`;
  const isColumn = property === 'name' || property === 'source';
  const key = isColumn ? '' : `${bind(property)}::text`;
  const present = isColumn ? `e.${property}` : `(e.metadata ->> ${key})`;
  if (!sign) return `strpos(${present}, ${text}) ${operator === 'like' ? '>' : '='} 0`;
  const asText = `${present} COLLATE "C" ${sign} ${text} COLLATE "C"`;
  if (isColumn) return asText;
  const json = `(e.metadata -> ${key})`;
  const cases = [`WHEN 'string' THEN ${asText}`];
  if (typeof value !== 'string')
    cases.push(`WHEN 'number' THEN ${json}::numeric ${sign} ${bind(Number(value))}::numeric`);
  if (typeof value === 'boolean')
    cases.push(`WHEN 'boolean' THEN ${json}::boolean ${sign} ${bind(value)}::boolean`);
  return `CASE jsonb_typeof(${json}) ${cases.join(' ')} ELSE false END`;
};

/**
 * SQL: the aggregated value of an event: a number, text for `unique`; null if the event does not count, or counts
 * without a value.
 */
export const valueOf = (bind: Bind, aggregation: Aggregation): string => {
  const property = propertyOf(aggregation);
  if (property === null) return 'NULL::numeric';
  const key = `${bind(property)}::text`;
  if (funcOf(aggregation) === 'unique') return `(e.metadata ->> ${key})`;
  return `CASE WHEN jsonb_typeof(e.metadata -> ${key}) = 'number' THEN (e.metadata -> ${key})::numeric END`;
};
