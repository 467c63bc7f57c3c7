import { Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useTestWebhookEndpointMutation, type WebhookEndpoint } from '../../api/organization/webhooks.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';

/** Sends sample data of a chosen type to the endpoint, also while it is paused. */
export const TestEndpoint = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isOpen, { open, close }] = useDisclosure(false);
  const nothing = endpoint.events.length === 0 ? t('webhooks:chooseAnEventFirst') : null;
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal ?? nothing} onClick={open}>
        {t('webhooks:sendTestEvent')}
      </GuardedButton>
      {isOpen && <TestDialog endpoint={endpoint} onClose={close} />}
    </>
  );
};

type Props = { endpoint: WebhookEndpoint; onClose: () => void };

const TestDialog = ({ endpoint: { id, events, format }, onClose }: Props) => {
  const [test, { isLoading, error }] = useTestWebhookEndpointMutation();
  const [chosen, setChosen] = useState(events[0]);
  // The endpoint may have been changed meanwhile.
  const type = chosen !== undefined && events.includes(chosen) ? chosen : events[0];
  const send = async () => {
    if (type === undefined) return;
    const { error: refused } = await test({ id, type });
    if (refused) return;
    onClose();
    notifyDone(t('webhooks:theTestIsBeingSent', { type }));
  };
  return (
    <Dialog opened onClose={onClose} title={t('webhooks:sendATestEvent')}>
      <Stack gap="md">
        <Text size="sm">{t(format === 'raw' ? 'webhooks:testNote' : 'webhooks:testNoteOfChats')}</Text>
        <Select
          label={t('webhooks:event')}
          data={events}
          value={type ?? null}
          allowDeselect={false}
          onChange={(value) => setChosen(events.find((event) => event === value))}
        />
        <FormError message={error && asFailure(error).message} />
        <DialogActions
          action={t('webhooks:sendTestEvent')}
          isBusy={isLoading}
          isDisabled={type === undefined}
          onSend={send}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  );
};
