import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { useListWebhookEndpointsQuery, type WebhookEndpoint } from '../../api/webhooks.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

const columns: Column<WebhookEndpoint>[] = [
  { key: 'url', header: 'URL', cell: ({ url }) => url },
  {
    key: 'events',
    header: 'Events',
    cell: ({ events }) => (events.length === 1 ? events[0] : `${events.length}\u00a0events`),
  },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
];

export const WebhooksPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const { page, setPage } = useListState();
  const result = useListWebhookEndpointsQuery({ organizationId: organization.id, page });
  const create = (
    <GuardedButton
      refusal={writeRefusal}
      to={paths.newWebhook(organization.slug)}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New endpoint
    </GuardedButton>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Signed messages to your own server when something happens here."
        actions={create}
      />
      <DataTable
        label="Webhook endpoints"
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.webhook(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconWebhook size={22} />} title="Tell your server" action={create}>
            Add the address of your server, choose the events it needs, and it hears of every order and
            subscription within moments.
          </EmptyState>
        }
      />
    </>
  );
};
