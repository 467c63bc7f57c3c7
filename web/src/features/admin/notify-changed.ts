import type { AuthUser } from '../../api/account/sessions.ts';
import { t } from '../../i18n/t.ts';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';

/** Tells that a user was changed; or that there was none to change, as after somebody else deleted the account. */
export const notifyChanged = (changed: AuthUser | null, message: string): void => {
  if (changed === null) notifyFailed(t('admin:noSuchUser'));
  else notifyDone(message);
};
