import type { SessionAndUser } from '../../api/sessions.ts';
import { t } from '../../i18n/t.ts';

/** Why what only the account's owner may do is not open to whoever acts as them; null to its owner. */
export const ownerOnly = ({ impersonatedBy }: SessionAndUser['session']): string | null =>
  impersonatedBy === null ? null : t('account:onlyTheOwner');
