import { t } from '../../i18n/t.ts';

type Grants = Record<string, string[]>;

const resources = (): Record<string, string> => ({ user: t('admin:users'), session: t('admin:sessions') });
const actions = (): Record<string, string> => ({
  'set-role': t('admin:giveRoles'),
  'set-password': t('admin:setPasswords'),
});

/** What a role lets people do: "Users: create, list, give roles. Sessions: revoke." */
export const describeGrants = (grants: Grants): string => {
  const parts = Object.entries(grants)
    .filter(([, granted]) => granted.length > 0)
    .map(([resource, granted]) => {
      const doing = granted.map((action) => actions()[action] ?? action).join(', ');
      return `${resources()[resource] ?? resource}: ${doing}.`;
    });
  return parts.length > 0 ? parts.join(' ') : t('admin:noRightsOverOtherAccounts');
};
