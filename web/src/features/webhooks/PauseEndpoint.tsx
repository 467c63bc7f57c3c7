import { useDisclosure } from '@mantine/hooks';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useUpdateWebhookEndpointMutation, type WebhookEndpoint } from '../../api/organization/webhooks.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';

/** Pauses an endpoint after confirmation, because pending messages are dropped, or resumes it. */
export const PauseEndpoint = ({ endpoint: { id, url, enabled } }: { endpoint: WebhookEndpoint }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [update, { isLoading, error }] = useUpdateWebhookEndpointMutation();
  const [isAsking, asking] = useDisclosure(false);
  const resume = async () => {
    const { error: refused } = await update({ id, changes: { enabled: true } });
    if (refused) notifyFailed(asFailure(refused).message);
    else notifyDone(t('webhooks:theEndpointIsResumed'));
  };
  const pause = async () => {
    const { error: refused } = await update({ id, changes: { enabled: false } });
    if (refused) return;
    asking.close();
    notifyDone(t('webhooks:theEndpointIsPaused'));
  };
  return (
    <>
      <GuardedButton
        variant={enabled ? 'default' : 'filled'}
        refusal={writeRefusal}
        loading={isLoading && !enabled}
        onClick={enabled ? asking.open : resume}
      >
        {enabled ? t('webhooks:pause') : t('webhooks:resume')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('webhooks:pauseThisEndpoint')}
        action={t('webhooks:pauseEndpoint')}
        isReversible
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={pause}
        onClose={asking.close}
      >
        {t('webhooks:pauseNote', { url })}
      </ConfirmDialog>
    </>
  );
};
