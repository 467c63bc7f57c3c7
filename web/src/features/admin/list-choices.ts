import type { UserFilter, UserSort } from '../../api/installation/admin.ts';
import { t } from '../../i18n/t.ts';

const rolePrefix = 'role:';

/** The choices of the filter: a role, or banned users. */
export const showChoices = (roles: string[]) => [
  ...roles.map((role) => ({ value: `${rolePrefix}${role}`, label: t('admin:withRole', { role }) })),
  { value: 'banned', label: t('admin:banned') },
];

export const filterOf = (show: string): UserFilter | null => {
  if (show === 'banned') return { field: 'banned', operator: 'eq', value: 'true' };
  return show.startsWith(rolePrefix)
    ? { field: 'role', operator: 'has', value: show.slice(rolePrefix.length) }
    : null;
};

export const isShowChoice = (show: string): boolean => filterOf(show) !== null;

const sorted = ['name', 'email', 'createdAt'] as const;

/** Parses the sort order in the URL (`-createdAt`: newest first); unknown values mean newest first. */
export const sortOf = (sorting: string | undefined): UserSort => {
  const by = sorted.find((each) => each === sorting?.replace(/^-/, ''));
  if (sorting === undefined || by === undefined) return { by: 'createdAt', direction: 'desc' };
  return { by, direction: sorting.startsWith('-') ? 'desc' : 'asc' };
};
