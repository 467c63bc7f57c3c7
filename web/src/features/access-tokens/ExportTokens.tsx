import {
  type OrganizationAccessToken,
  useLazyListAccessTokensQuery,
} from '../../api/organization/access-tokens.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

const columns: ExportColumn<OrganizationAccessToken>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['comment', ({ comment }) => comment],
  ['scopes', ({ scopes }) => scopes.join(' ')],
  ['last_used_at', ({ lastUsedAt }) => lastUsedAt],
  ['expires_at', ({ expiresAt }) => expiresAt],
];

/** Exports tokens and their scopes as CSV, without the token texts, which cannot be read again. */
export const ExportTokens = ({ organizationId }: { organizationId: string }) => {
  const [list] = useLazyListAccessTokensQuery();
  return (
    <ExportRows
      file="access-tokens"
      columns={columns}
      read={(page) => list({ organizationId, page, limit: perPage }).unwrap()}
    />
  );
};
