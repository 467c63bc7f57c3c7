/** Sorting and paging of list queries. */
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Applies criteria such as `['-created_at', 'name']`, mapped to columns by `columns`; the id breaks ties. */
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

/** Returns one page of rows and the total count. */
export const pageRows = <Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { page, limit }: { page: number; limit: number },
): Promise<[Row[], number]> =>
  query
    .skip((page - 1) * limit)
    .take(limit)
    .getManyAndCount();

/** Returns a LIKE/ILIKE pattern that matches the text anywhere, with wildcards escaped. */
export const partOf = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
