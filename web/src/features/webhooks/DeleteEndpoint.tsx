import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useDeleteWebhookEndpointMutation, type WebhookEndpoint } from '../../api/organization/webhooks.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DeleteButton } from '../../shared/DeleteButton.tsx';

export const DeleteEndpoint = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { organization } = useCurrentOrganization();
  const deletion = useDeleteWebhookEndpointMutation();
  return (
    <DeleteButton
      deletion={deletion}
      id={endpoint.id}
      question={t('webhooks:deleteThisEndpoint')}
      action={t('webhooks:deleteEndpoint')}
      done={t('webhooks:theEndpointWasDeleted')}
      to={paths.webhooks(organization.slug)}
    >
      {t('webhooks:isToldNothingMoreMessages', { url: endpoint.url })}
    </DeleteButton>
  );
};
