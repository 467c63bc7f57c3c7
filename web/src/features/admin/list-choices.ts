import type { UserFilter, UserSort } from '../../api/admin.ts';

export const showChoices = [
  { value: 'all', label: 'All users' },
  { value: 'admins', label: 'Admins' },
  { value: 'banned', label: 'Banned' },
];

const filters: Record<string, UserFilter> = {
  admins: { field: 'role', value: 'admin' },
  banned: { field: 'banned', value: 'true' },
};

export const filterOf = (show: string): UserFilter | null => filters[show] ?? null;

export const sortChoices = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'By name' },
  { value: 'email', label: 'By e-mail' },
];

const newest: UserSort = { by: 'createdAt', direction: 'desc' };

const sorts: Record<string, UserSort> = {
  oldest: { by: 'createdAt', direction: 'asc' },
  name: { by: 'name', direction: 'asc' },
  email: { by: 'email', direction: 'asc' },
};

export const sortOf = (sort: string): UserSort => sorts[sort] ?? newest;
