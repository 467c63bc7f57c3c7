import { IconWebhook } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useListWebhookEndpointsQuery, type WebhookEndpoint } from '../../api/organization/webhooks.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';
import { EndpointState } from './EndpointState.tsx';
import { ExportEndpoints } from './ExportEndpoints.tsx';
import { formatNames } from './endpoint-form.ts';

const columns = (): Column<WebhookEndpoint>[] => [
  { key: 'url', header: 'URL', cell: ({ url }) => url },
  { key: 'format', header: t('webhooks:format'), cell: ({ format }) => formatNames()[format] },
  {
    key: 'events',
    header: t('webhooks:events'),
    cell: ({ events }) =>
      events.length === 1 ? events[0] : t('webhooks:eventsCounted', { count: events.length }),
  },
  {
    key: 'state',
    header: t('ui:status'),
    cell: (endpoint) => <EndpointState endpoint={endpoint} />,
  },
  { key: 'created', header: t('ui:created'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
];

export const WebhooksPage = () => {
  const { organization, writeRefusal, personRefusal } = useCurrentOrganization();
  const list = useListState();
  const result = useListWebhookEndpointsQuery({ organizationId: organization.id, page: list.page });
  const hasSome = (result.data?.pagination.totalCount ?? 0) > 0;
  const create = (
    <CreateButton refusal={writeRefusal ?? personRefusal} to={paths.newWebhook(organization.slug)}>
      {t('webhooks:newEndpoint')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('webhooks:webhooks')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('webhooks:counted', { count }),
          what: t('webhooks:signedMessagesToYourOwn'),
        })}
        actions={
          <>
            {hasSome && <ExportEndpoints organizationId={organization.id} />}
            {create}
          </>
        }
      />
      <DataTable
        label={t('webhooks:webhookEndpoints')}
        columns={columns()}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.webhook(organization.slug, id)}
        describeError={describeFailure}
        list={list}
        empty={
          <EmptyState icon={<IconWebhook size={22} />} title={t('webhooks:tellYourServer')} action={create}>
            {t('webhooks:addTheAddress')}
          </EmptyState>
        }
      />
    </>
  );
};
