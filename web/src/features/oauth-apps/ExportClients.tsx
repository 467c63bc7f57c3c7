import { type OAuthClient, useLazyListOAuthClientsQuery } from '../../api/organization/oauth-clients.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

type Row = OAuthClient & { id: string };

const columns: ExportColumn<Row>[] = [
  ['client_id', ({ clientId }) => clientId],
  ['created_at', ({ createdAt }) => createdAt],
  ['client_name', ({ clientName }) => clientName],
  ['organization_id', ({ organizationId }) => organizationId],
  ['token_endpoint_auth_method', ({ tokenEndpointAuthMethod }) => tokenEndpointAuthMethod],
  ['redirect_uris', ({ redirectUris }) => redirectUris.join(' ')],
  ['scope', ({ scope }) => scope],
];

/** Exports the user's own apps as CSV, without their secrets, which the list contains. */
export const ExportClients = () => {
  const [list] = useLazyListOAuthClientsQuery();
  const read = async (page: number) => {
    const { items, pagination } = await list({ page, limit: perPage }).unwrap();
    return { items: items.map((client) => ({ ...client, id: client.clientId })), pagination };
  };
  return <ExportRows file="oauth-apps" columns={columns} read={read} isSmall />;
};
