import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { type RegisteredClient, useDeleteOAuthClientMutation } from '../../api/organization/oauth-clients.ts';
import { asFailure } from '../../api/request/failure.ts';
import { useForgetWhenLeft } from '../../api/request/forget.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { useGiveUp } from '../../ui/pages/leave-by.ts';
import { appName } from './app-name.ts';

/** Asks for confirmation, then opens the list. */
export const DeleteClient = ({ client }: { client: RegisteredClient }) => {
  const [remove, { isLoading, error }] = useDeleteOAuthClientMutation();
  const [isAsking, asking] = useDisclosure(false);
  const forgetWhenLeft = useForgetWhenLeft(client.clientId);
  const giveUp = useGiveUp();
  const navigate = useNavigate();
  const confirm = async () => {
    const { error: refused } = await remove(client.clientId);
    if (refused) return;
    notifyDone(t('oauth-apps:wasDeleted'));
    giveUp();
    forgetWhenLeft();
    await navigate(paths.oauthApps);
  };
  return (
    <>
      <Button variant="default" onClick={asking.open}>
        {t('ui:delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('oauth-apps:deleteQuestion', { name: appName(client) })}
        action={t('oauth-apps:deleteApp')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('oauth-apps:itsTokensEnd')}
      </ConfirmDialog>
    </>
  );
};
