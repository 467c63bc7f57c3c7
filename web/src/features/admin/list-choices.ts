import type { UserFilter, UserSort } from '../../api/admin.ts';
import { t } from '../../i18n/t.ts';

const rolePrefix = 'role:';

/** Which users can be shown: all, those with one of these roles, or those who are banned. */
export const showChoices = (roles: string[]) => [
  { value: 'all', label: t('admin:allUsers') },
  ...roles.map((role) => ({ value: `${rolePrefix}${role}`, label: t('admin:withRole', { role }) })),
  { value: 'banned', label: t('admin:banned') },
];

export const filterOf = (show: string): UserFilter | null => {
  if (show === 'banned') return { field: 'banned', value: 'true' };
  return show.startsWith(rolePrefix) ? { field: 'role', value: show.slice(rolePrefix.length) } : null;
};

export const sortChoices = () => [
  { value: 'newest', label: t('admin:newestFirst') },
  { value: 'oldest', label: t('admin:oldestFirst') },
  { value: 'name', label: t('admin:byName') },
  { value: 'email', label: t('admin:byEmail') },
];

const newest: UserSort = { by: 'createdAt', direction: 'desc' };

const sorts: Record<string, UserSort> = {
  oldest: { by: 'createdAt', direction: 'asc' },
  name: { by: 'name', direction: 'asc' },
  email: { by: 'email', direction: 'asc' },
};

export const sortOf = (sort: string): UserSort => sorts[sort] ?? newest;
