import type { SessionAndUser } from '../../api/account/sessions.ts';
import { t } from '../../i18n/t.ts';

/** Why someone who impersonates the account's owner may not do this; null for the owner. */
export const ownerOnly = ({ impersonatedBy }: SessionAndUser['session']): string | null =>
  impersonatedBy === null ? null : t('account:onlyTheOwner');
