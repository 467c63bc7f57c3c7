import { type OAuthConsent, useDeleteOAuthConsentMutation } from '../../api/account/oauth-consents.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { appName } from './app-name.ts';

type Props = { consent: OAuthConsent | null; onClose: () => void };

/** Asks for confirmation before an app's access is removed. */
export const RemoveAccess = ({ consent, onClose }: Props) => {
  const [remove, { isLoading, error, reset }] = useDeleteOAuthConsentMutation();
  const name = consent ? appName(consent.client) : '';
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!consent) return;
    const { error: refused } = await remove(consent.id);
    if (refused) return;
    notifyDone(t('oauth-apps:hasNoAccessAnyMore', { name }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={consent !== null}
      title={t('oauth-apps:removeAccessQuestion', { name })}
      action={t('oauth-apps:removeAccess')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      {t('oauth-apps:itIsShutOutAtOnce')}
    </ConfirmDialog>
  );
};
