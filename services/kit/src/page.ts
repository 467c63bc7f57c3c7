/** Lists: sorting criteria and pages over a query. */
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Applies `['-created_at', 'name']` by a table of criterion -> column; the id makes the order total. */
export const sortBy = <Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  sorting: readonly string[],
  columns: Record<string, string>,
): SelectQueryBuilder<Row> => {
  for (const criterion of sorting) {
    const descending = criterion.startsWith('-');
    const column = columns[descending ? criterion.slice(1) : criterion];
    if (column)
      query.addOrderBy(column, descending ? 'DESC' : 'ASC', descending ? 'NULLS LAST' : 'NULLS FIRST');
  }
  return query.addOrderBy(`${query.alias}.id`, sorting[0]?.startsWith('-') ? 'DESC' : 'ASC');
};

/** One page of rows and how many there are in all. */
export const pageRows = <Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { page, limit }: { page: number; limit: number },
): Promise<[Row[], number]> =>
  query
    .skip((page - 1) * limit)
    .take(limit)
    .getManyAndCount();

/** The pattern of LIKE and ILIKE that finds a text anywhere, taken by the letter. */
export const partOf = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
