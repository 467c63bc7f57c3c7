/** A page of a sorted query whose joins, if any, match one row each. */
import { sortBy } from '@tessera/kit/database/page';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** Uses `offset` and `limit` of the statement, not `skip` and `take`, so that joined columns can be sorted by. */
export const sortedPage = <Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { page, limit, sorting }: { page: number; limit: number; sorting: readonly string[] },
  columns: Record<string, string>,
): Promise<[Row[], number]> =>
  sortBy(query, sorting, columns)
    .offset((page - 1) * limit)
    .limit(limit)
    .getManyAndCount();
