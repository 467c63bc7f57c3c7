import type { AuthUser } from '../../api/account/sessions.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { isBanned } from './is-banned.ts';

/** What prevents a user from signing in, or what still has to be confirmed. */
export const UserState = ({ user }: { user: AuthUser }) => {
  if (isBanned(user)) return <StatusBadge tone="danger">{t('admin:banned')}</StatusBadge>;
  return user.emailVerified ? (
    <StatusBadge tone="quiet">{t('admin:confirmed')}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{t('admin:unconfirmed')}</StatusBadge>
  );
};
