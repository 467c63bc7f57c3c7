/** One sorted page of a query whose joins, if any, lead to one row each. */
import { sortBy } from '@tessera/kit/page';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Offset and limit go into the statement itself, so that joined columns may be sorted by. */
export const sortedPage = <Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { page, limit, sorting }: { page: number; limit: number; sorting: readonly string[] },
  columns: Record<string, string>,
): Promise<[Row[], number]> =>
  sortBy(query, sorting, columns)
    .offset((page - 1) * limit)
    .limit(limit)
    .getManyAndCount();
