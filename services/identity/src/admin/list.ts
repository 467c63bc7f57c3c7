/** Searches users (contracts/auth.md, section 11, GET /admin/list-users). */
import { matches, searchPattern } from '@tessera/kit/database/search';
import type { ListUsersQuery } from '@tessera/proto/api/identity/admin';
import type { AuthUser } from '@tessera/proto/api/identity/session';
import type { SelectQueryBuilder } from 'typeorm';
import type { Identity } from '../identity.ts';
import type { UserFields } from '../user-fields/fields.ts';
import type { FieldType } from '../user-fields/options.ts';
import { type User, UserEntity } from '../users/entity.ts';

const most = 1_000;
const { additional: _fields, isEmailPassedOn: _mark, ...columns } = UserEntity.options.columns;
const operators = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

type Found = { users: AuthUser[]; total: number; limit?: number; offset?: number };

/** Whether the database accepts a value as a number of rows. */
const isCount = (amount = 0): boolean => Number.isInteger(amount) && Math.abs(amount) < 2 ** 63;

/**
 * Returns one page of users and the total number of matches. Unknown fields, and values or limits that are out of
 * range, match no one. A negative limit means no limit, as in SQLite.
 */
export const listUsers = async (
  { db, now, options, fields }: Pick<Identity, 'db' | 'now' | 'options' | 'fields'>,
  query: ListUsersQuery,
): Promise<Found> => {
  const { sortBy, filterField, searchValue, limit, offset } = query;
  if (!isCount(limit) || !isCount(offset)) return { users: [], total: 0 };
  // An empty filter value means no filter.
  const filterValue = query.filterValue || undefined;
  const isKnown = (field: string): boolean =>
    Object.hasOwn(columns, field) || Object.hasOwn(fields.shown, field);
  if ((sortBy && !isKnown(sortBy)) || (filterValue !== undefined && !isKnown(filterField)))
    return { users: [], total: 0 };
  const search = db.createQueryBuilder(UserEntity, 'users');
  if (searchValue) addSearch(search, query, searchValue);
  search.setParameter('now', now());
  if (filterValue !== undefined && !addFilter(search, { query, fields }, filterValue))
    return { users: [], total: 0 };
  if (sortBy) addOrder(search, query, sortBy);
  // Ids are time-ordered: sorts by creation, and keeps the order stable among equal values.
  search.addOrderBy('users.id', 'ASC');
  const wanted = limit ?? options.advanced.database.defaultFindManyLimit;
  search.take(wanted < 0 ? most : Math.min(wanted, most));
  search.skip(Math.max(offset ?? 0, 0));
  const [users, total] = await search.getManyAndCount();
  const shown = users.map(fields.show);
  return {
    users: shown,
    total,
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  };
};

const places = { contains: 'anywhere', starts_with: 'start', ends_with: 'end' } as const;

const addSearch = (
  search: SelectQueryBuilder<User>,
  { searchField, searchOperator }: ListUsersQuery,
  value: string,
): void => {
  search.andWhere(matches(`users.${searchField}`, ':search'), {
    search: searchPattern(value, places[searchOperator]),
  });
};

/** Users without a value come first, in descending order last: as in SQLite, and contrary to Postgres. */
const addOrder = (
  search: SelectQueryBuilder<User>,
  { sortDirection }: ListUsersQuery,
  field: string,
): void => {
  const isDescending = sortDirection === 'desc';
  const direction = isDescending ? 'DESC' : 'ASC';
  const nulls = isDescending ? 'NULLS LAST' : 'NULLS FIRST';
  const column = Object.hasOwn(columns, field) ? columns[field as keyof typeof columns] : null;
  // Said of nullable columns only: an index cannot serve an order of nulls that is not its own.
  if (column) search.orderBy(`users.${field}`, direction, column.nullable ? nulls : undefined);
  else
    search
      .addSelect('users.additional -> :sorting', 'sorting')
      .setParameter('sorting', field)
      .orderBy('sorting', direction, nulls);
};

/** Adds the filter. Returns whether the value can occur in the field. */
const addFilter = (
  search: SelectQueryBuilder<User>,
  { query: { filterField, filterOperator }, fields }: { query: ListUsersQuery; fields: UserFields },
  text: string,
): boolean => {
  if (filterOperator === 'has') {
    // Splitting takes ten times as long as looking for the text, which nearly nobody has who is filtered out.
    search.andWhere('position(:filter IN users.role) > 0');
    search.andWhere(':filter = ANY (regexp_split_to_array(users.role, :comma))', {
      filter: text,
      comma: String.raw`\s*,\s*`,
    });
    return filterField === 'role';
  }
  if (!Object.hasOwn(columns, filterField)) {
    const value = readShown(fields.shown[filterField], text);
    // Compares as JSON: values stored while the field had another type still compare, and are never misread.
    search.andWhere(`users.additional -> :field ${operators[filterOperator]} :json::jsonb`, {
      field: filterField,
      json: JSON.stringify(value ?? null),
    });
    return value !== undefined;
  }
  const type = columns[filterField as keyof typeof columns]?.type;
  const value = readValue(String(type), text);
  if (value === undefined) return false;
  search.andWhere(`${filtered(filterField, String(type))} ${operators[filterOperator]} :filter`, {
    filter: value,
  });
  return true;
};

/** An expired ban stays in the row until the user signs in again, but does not count as banned. */
const filtered = (field: string, type: string): string => {
  if (field === 'banned') return '(users.banned AND (users.banExpires IS NULL OR users.banExpires > :now))';
  return type === 'uuid' ? `users.${field}::text` : `users.${field}`;
};

const readShown = (type: FieldType | undefined, text: string): string | number | boolean | undefined => {
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  const value = readValue(type === 'date' ? 'timestamp' : (type ?? ''), text);
  return value instanceof Date ? value.toISOString() : type?.endsWith('[]') ? undefined : value;
};

const readValue = (type: string, text: string): string | boolean | Date | undefined => {
  if (type === 'boolean' || type === 'bool')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined;
  if (!type.startsWith('timestamp')) return text;
  const time = new Date(/^\d+$/.test(text) ? Number(text) : text);
  // PostgreSQL does not support timestamps far before year 0.
  return time.getUTCFullYear() >= 0 ? time : undefined;
};
