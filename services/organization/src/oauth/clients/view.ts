/** API views of a client: for its owner, for registration responses, and for the public. */
import type { Vault } from '@tessera/kit/secrets';
import type {
  OAuthClient,
  OAuthClientPublic,
  OAuthClientRegistration,
} from '@tessera/proto/api/organization/oauth/client';
import type { ClientRow } from './entity.ts';

const links = ({ clientUri, logoUri, tosUri, policyUri }: ClientRow) => ({
  clientUri,
  logoUri,
  tosUri,
  policyUri,
});

const metadata = (row: ClientRow) => ({
  clientName: row.name,
  redirectUris: row.redirectUris,
  tokenEndpointAuthMethod: row.authMethod,
  grantTypes: row.grantTypes,
  responseTypes: row.responseTypes,
  scope: row.scopes.join(' '),
  defaultSubType: row.defaultSubType,
});

const issuedAt = ({ createdAt }: ClientRow): number => Math.floor(createdAt.getTime() / 1000);

const secretOf = ({ secretSealed }: ClientRow, vault: Vault): string | undefined =>
  secretSealed === null ? undefined : vault.decrypt(secretSealed);

export const viewClient = (row: ClientRow, vault: Vault): OAuthClient => ({
  ...metadata(row),
  ...links(row),
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  clientId: row.clientId,
  clientSecret: secretOf(row, vault) ?? '',
  clientIdIssuedAt: issuedAt(row),
  clientSecretExpiresAt: 0,
  organizationId: row.organizationId,
});

/** Omits null values: clients of the registration endpoint do not expect null. */
export const viewRegistration = (
  row: ClientRow,
  { vault, publicUrl }: { vault: Vault; publicUrl: string },
): OAuthClientRegistration => {
  const clientSecret = secretOf(row, vault);
  return {
    ...metadata(row),
    ...Object.fromEntries(Object.entries(links(row)).filter(([, value]) => value !== null)),
    clientId: row.clientId,
    clientIdIssuedAt: issuedAt(row),
    ...(clientSecret !== undefined && { clientSecret, clientSecretExpiresAt: 0 as const }),
    registrationClientUri: `${publicUrl}/api/billing/v1/oauth2/register/${row.clientId}`,
    registrationAccessToken: vault.decrypt(row.registrationSealed),
  };
};

export const viewPublic = (row: ClientRow): OAuthClientPublic => ({
  ...links(row),
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  clientId: row.clientId,
  clientName: row.name,
});
