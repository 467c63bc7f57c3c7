import type { UserFilter, UserSort } from '../../api/admin.ts';

const rolePrefix = 'role:';

/** Which users can be shown: all, those with one of these roles, or those who are banned. */
export const showChoices = (roles: string[]) => [
  { value: 'all', label: 'All users' },
  ...roles.map((role) => ({ value: `${rolePrefix}${role}`, label: `Role: ${role}` })),
  { value: 'banned', label: 'Banned' },
];

export const filterOf = (show: string): UserFilter | null => {
  if (show === 'banned') return { field: 'banned', value: 'true' };
  return show.startsWith(rolePrefix) ? { field: 'role', value: show.slice(rolePrefix.length) } : null;
};

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
