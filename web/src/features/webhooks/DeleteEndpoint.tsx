import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { useDeleteWebhookEndpointMutation, type WebhookEndpoint } from '../../api/webhooks.ts';
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
    notifyDone('The endpoint was deleted.');
    await navigate(paths.webhooks(organization.slug));
  };
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        Delete
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete this endpoint?"
        action="Delete endpoint"
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {endpoint.url} is told nothing more, messages still waiting to be sent are dropped, and the history of
        its deliveries is lost. This cannot be undone.
      </ConfirmDialog>
    </>
  );
};
