import type { SessionAndUser } from '../../api/sessions.ts';
import { t } from '../../i18n/t.ts';

/** Why what only the account's owner may do is not open; null to its owner. */
export const ownerOnly = ({ session, user }: SessionAndUser): string | null =>
  session.impersonatedBy === null ? null : t('account:onlyTheOwner', { name: user.name });
