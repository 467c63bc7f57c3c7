import type { AuthUser } from '../../api/sessions.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** What keeps a user out, or what is left to be confirmed. */
export const UserState = ({ user: { banned, emailVerified } }: { user: AuthUser }) => {
  if (banned) return <StatusBadge tone="danger">{t('admin:banned')}</StatusBadge>;
  return emailVerified ? (
    <StatusBadge tone="quiet">{t('admin:confirmed')}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{t('admin:unconfirmed')}</StatusBadge>
  );
};
