import { Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { type OAuthClient, useListOAuthClientsQuery } from '../../api/organization/oauth-clients.ts';
import { type OrganizationBrief, useListOrganizationsQuery } from '../../api/organization/organizations.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { appName } from './app-name.ts';
import classes from './Consents.module.css';
import { kindOf } from './client-form.ts';
import { ExportClients } from './ExportClients.tsx';
import { OwnerGate } from './OwnerGate.tsx';

/** The user's own apps, and those of organizations that they manage. */
export const ClientsPage = () => (
  <OwnerGate>
    <Clients />
  </OwnerGate>
);

const Clients = () => {
  const list = useListState();
  const result = useListOAuthClientsQuery({ page: list.page });
  const isOfOrganizations = result.data?.items.some(({ organizationId }) => organizationId !== null) ?? false;
  const { data: organizations = [] } = useListOrganizationsQuery(
    { limit: 100 },
    { skip: !isOfOrganizations },
  );
  const hasSome = (result.data?.pagination.totalCount ?? 0) > 0;
  const create = (
    <CreateButton refusal={null} to={paths.newOauthApp} size="xs">
      {t('oauth-apps:newApp')}
    </CreateButton>
  );
  return (
    <Section
      title={t('oauth-apps:oauthApps')}
      description={t('oauth-apps:appsOfYourOwn')}
      isFlush
      actions={
        <>
          {hasSome && <ExportClients />}
          {create}
        </>
      }
    >
      <DataTable
        label={t('oauth-apps:oauthApps')}
        columns={columnsOf(isOfOrganizations ? organizations : null)}
        result={result}
        rowKey={({ clientId }) => clientId}
        rowLink={({ clientId }) => paths.oauthApp(clientId)}
        describeError={describeFailure}
        list={list}
        isBare
        empty={
          <EmptyState icon={<IconApps size={22} />} title={t('oauth-apps:noApps')} level={3}>
            {t('oauth-apps:registerAnApp')}
          </EmptyState>
        }
      />
    </Section>
  );
};

/** The owner column is shown only with `organizations`: when not all apps are the user's own. */
const columnsOf = (organizations: OrganizationBrief[] | null): Column<OAuthClient>[] => [
  {
    key: 'name',
    header: t('ui:name'),
    cell: (client) => <span className={classes.name}>{appName(client)}</span>,
  },
  ...(organizations ? [ownerColumn(organizations)] : []),
  {
    key: 'kind',
    header: t('oauth-apps:kind'),
    cell: (client) => (kindOf(client) === 'public' ? t('oauth-apps:public') : t('oauth-apps:confidential')),
  },
  {
    key: 'id',
    header: t('oauth-apps:clientId'),
    isWide: true,
    cell: ({ clientId }) => (
      <Text component="span" size="xs" c="dimmed" ff="monospace">
        {clientId}
      </Text>
    ),
  },
  { key: 'created', header: t('ui:created'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
];

const ownerColumn = (organizations: OrganizationBrief[]): Column<OAuthClient> => ({
  key: 'owner',
  header: t('oauth-apps:owner'),
  cell: ({ organizationId }) =>
    organizationId === null
      ? t('oauth-apps:you')
      : (organizations.find(({ id }) => id === organizationId)?.name ?? t('oauth-apps:organization')),
});
