import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'react-router';
import { type RegisteredClient, useRenewOAuthSecretMutation } from '../../api/organization/oauth-clients.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { Section } from '../../ui/pages/Section.tsx';

/** The app's client id and secret. The secret is hidden until it is requested, or the app was just created. */
export const Credentials = ({ client }: { client: RegisteredClient }) => {
  const { clientSecret } = client;
  return (
    <Section
      title={t('oauth-apps:credentials')}
      description={
        clientSecret === undefined ? t('oauth-apps:publicHasNoSecret') : t('oauth-apps:keepTheSecret')
      }
    >
      <Stack gap="md" maw={560}>
        <CopyField label={t('oauth-apps:clientId')} value={client.clientId} />
        {clientSecret !== undefined && <Secret clientId={client.clientId} secret={clientSecret} />}
      </Stack>
    </Section>
  );
};

const Secret = ({ clientId, secret }: { clientId: string; secret: string }) => {
  const [isShown, shown] = useDisclosure(isNew(useLocation().state));
  const [isAsking, asking] = useDisclosure(false);
  return (
    <>
      {isShown && <CopyField label={t('oauth-apps:clientSecret')} value={secret} />}
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={shown.toggle} aria-expanded={isShown}>
          {isShown ? t('oauth-apps:hideSecret') : t('oauth-apps:showSecret')}
        </Button>
        <Button variant="default" size="xs" onClick={asking.open}>
          {t('oauth-apps:newSecret')}
        </Button>
      </Group>
      <RenewSecret clientId={clientId} isOpen={isAsking} onClose={asking.close} onRenewed={shown.open} />
    </>
  );
};

/** Whether the navigation state comes from the page that creates apps. */
const isNew = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isNew' in state;

type RenewProps = { clientId: string; isOpen: boolean; onClose: () => void; onRenewed: () => void };

const RenewSecret = ({ clientId, isOpen, onClose, onRenewed }: RenewProps) => {
  const [renew, { isLoading, error }] = useRenewOAuthSecretMutation();
  const confirm = async () => {
    const { error: refused } = await renew(clientId);
    if (refused) return;
    notifyDone(t('oauth-apps:theSecretIsNew'));
    onClose();
    onRenewed();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('oauth-apps:newSecretQuestion')}
      action={t('oauth-apps:makeNewSecret')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('oauth-apps:theOldOneEnds')}
    </ConfirmDialog>
  );
};
