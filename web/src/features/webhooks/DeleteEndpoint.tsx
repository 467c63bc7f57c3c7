import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { useDeleteWebhookEndpointMutation, type WebhookEndpoint } from '../../api/webhooks.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';

export const DeleteEndpoint = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure(false);
  const [remove, { isLoading, error }] = useDeleteWebhookEndpointMutation();
  const confirm = async () => {
    const { error: refused } = await remove(endpoint.id);
    if (refused) return;
    notifyDone(t('webhooks:theEndpointWasDeleted'));
    await navigate(paths.webhooks(organization.slug));
  };
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        {t('ui:delete')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('webhooks:deleteThisEndpoint')}
        action={t('webhooks:deleteEndpoint')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('webhooks:isToldNothingMoreMessages', { url: endpoint.url })}
      </ConfirmDialog>
    </>
  );
};
