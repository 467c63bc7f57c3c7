import { type OAuthConsent, useLazyListOAuthConsentsQuery } from '../../api/account/oauth-consents.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

const columns: ExportColumn<OAuthConsent>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['client_id', ({ client }) => client.clientId],
  ['client_name', ({ client }) => client.clientName],
  ['scopes', ({ scopes }) => scopes.join(' ')],
  ['allowed_by', ({ user }) => user?.email ?? null],
  ['last_used_at', ({ lastUsedAt }) => lastUsedAt],
];

type Props = { organizationId?: string; isSmall?: boolean };

/** Exports the apps with access, to an organization or else to the user's account, as CSV. */
export const ExportConsents = ({ organizationId, isSmall = false }: Props) => {
  const [list] = useLazyListOAuthConsentsQuery();
  const whose = organizationId === undefined ? {} : { organizationId };
  return (
    <ExportRows
      file="apps-with-access"
      columns={columns}
      read={(page) => list({ ...whose, page, limit: perPage }).unwrap()}
      isSmall={isSmall}
    />
  );
};
