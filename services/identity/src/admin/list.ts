/** Finding users (contracts/auth.md, section 11, GET /admin/list-users). */
import type { ListUsersQuery } from '@tessera/proto/api/identity/admin';
import type { AuthUser } from '@tessera/proto/api/identity/session';
import type { SelectQueryBuilder } from 'typeorm';
import type { Identity } from '../identity.ts';
import { type User, UserEntity } from '../users/entity.ts';

const most = 1_000;
const { additional: _fields, ...columns } = UserEntity.options.columns;
const operators = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

type Found = { users: AuthUser[]; total: number; limit?: number; offset?: number };

/** One page of users and the number of all that fit. Fields and values that cannot be fit nobody. */
export const listUsers = async (
  { db, options, fields }: Pick<Identity, 'db' | 'options' | 'fields'>,
  query: ListUsersQuery,
): Promise<Found> => {
  const { sortBy, filterField, searchValue } = query;
  // A filter that has not been filled in is none.
  const filterValue = query.filterValue || undefined;
  const isKnown = (field: string): boolean => Object.hasOwn(columns, field);
  if ((sortBy && !isKnown(sortBy)) || (filterValue !== undefined && !isKnown(filterField)))
    return { users: [], total: 0 };
  const search = db.createQueryBuilder(UserEntity, 'users');
  if (searchValue) addSearch(search, query, searchValue);
  if (filterValue !== undefined && !addFilter(search, query, filterValue)) return { users: [], total: 0 };
  if (sortBy) search.orderBy(`users.${sortBy}`, query.sortDirection === 'desc' ? 'DESC' : 'ASC');
  // Ids grow with time: the order of insertion, and a steady one among equals.
  search.addOrderBy('users.id', 'ASC');
  search.take(Math.min(query.limit || options.advanced.database.defaultFindManyLimit, most));
  search.skip(query.offset ?? 0);
  const [users, total] = await search.getManyAndCount();
  const { limit, offset } = query;
  const shown = users.map(fields.show);
  return {
    users: shown,
    total,
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  };
};

const addSearch = (
  search: SelectQueryBuilder<User>,
  { searchField, searchOperator }: ListUsersQuery,
  value: string,
): void => {
  const literal = value.replace(/[\\%_]/g, String.raw`\$&`);
  const before = searchOperator === 'starts_with' ? '' : '%';
  const behind = searchOperator === 'ends_with' ? '' : '%';
  search.andWhere(`users.${searchField} ILIKE :search`, { search: `${before}${literal}${behind}` });
};

/** Answers whether the value is one that the field could have. */
const addFilter = (
  search: SelectQueryBuilder<User>,
  { filterField, filterOperator }: ListUsersQuery,
  text: string,
): boolean => {
  const type = columns[filterField as keyof typeof columns]?.type;
  const value = readValue(String(type), text);
  if (value === undefined) return false;
  const left = type === 'uuid' ? `users.${filterField}::text` : `users.${filterField}`;
  search.andWhere(`${left} ${operators[filterOperator]} :filter`, { filter: value });
  return true;
};

const readValue = (type: string, text: string): string | boolean | Date | undefined => {
  if (type === 'boolean' || type === 'bool')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined;
  if (!type.startsWith('timestamp')) return text;
  const time = new Date(/^\d+$/.test(text) ? Number(text) : text);
  return Number.isNaN(time.getTime()) ? undefined : time;
};
