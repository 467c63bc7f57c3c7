import { t } from '../../i18n/t.ts';

type Grants = Record<string, string[]>;

const resources = (): Record<string, string> => ({ user: t('admin:users'), session: t('admin:sessions') });
/** Labels of all built-in actions; an operator's own actions are shown as spelt. */
const actions = (): Record<string, string> => ({
  create: t('admin:act.create'),
  list: t('admin:act.list'),
  'set-role': t('admin:act.giveRoles'),
  ban: t('admin:act.ban'),
  impersonate: t('admin:act.impersonate'),
  delete: t('admin:act.delete'),
  'set-password': t('admin:act.setPasswords'),
  revoke: t('admin:act.revoke'),
});

/** Describes what a role permits: "Users: create, list, assign roles. Sessions: end." */
export const describeGrants = (grants: Grants): string => {
  const parts = Object.entries(grants)
    .filter(([, granted]) => granted.length > 0)
    .map(([resource, granted]) => {
      const doing = granted.map((action) => actions()[action] ?? action).join(', ');
      return `${resources()[resource] ?? resource}: ${doing}.`;
    });
  return parts.length > 0 ? parts.join(' ') : t('admin:noRightsOverOtherAccounts');
};
