/** A third-party app for page tests, and an app that Ada owns. */
import type { AuthorizeReply, OAuthConsent } from '@tessera/proto/api/organization/oauth/authorization';
import type {
  OAuthClient,
  OAuthClientPublic,
  OAuthClientRegistration,
} from '@tessera/proto/api/organization/oauth/client';
import { acme, ada } from './people.ts';

const now = new Date('2026-06-15T12:00:00Z');

export const ledger: OAuthClientPublic = {
  createdAt: now,
  modifiedAt: null,
  clientId: 'tessera_ci_ledger',
  clientName: 'Ledger',
  clientUri: 'https://ledger.example/about',
  logoUri: null,
  tosUri: 'https://ledger.example/terms',
  policyUri: null,
};

/** A consent request of Ledger for Ada's account. */
export const askOfUser: AuthorizeReply = {
  subType: 'user',
  client: ledger,
  sub: { id: ada.user.id, email: ada.user.email, avatarUrl: null },
  scopes: ['openid', 'email', 'products:read', 'products:write', 'orders:read', 'issues:read'],
};

export const acmeChoice = { id: acme.id, slug: acme.slug, name: acme.name, avatarUrl: null };
export const otherChoice = {
  id: '0197a000-0000-7000-8000-0000000000e1',
  slug: 'other',
  name: 'Other',
  avatarUrl: null,
};

/** A consent request of Ledger for one of the organizations that Ada manages. */
export const askOfOrganization = (
  ...organizations: (typeof acmeChoice)[]
): Extract<AuthorizeReply, { subType: 'organization' }> => ({
  subType: 'organization',
  client: ledger,
  sub: null,
  scopes: ['refunds:write'],
  organizations,
});

export const consent: OAuthConsent = {
  id: '0197a000-0000-7000-8000-0000000000f1',
  createdAt: now,
  modifiedAt: null,
  client: ledger,
  subType: 'user',
  organizationId: null,
  user: { id: ada.user.id, name: ada.user.name, email: ada.user.email },
  scopes: ['products:read', 'products:write', 'orders:read', 'issues:read'],
  lastUsedAt: null,
};

export const registered: OAuthClientRegistration = {
  clientId: 'tessera_ci_own',
  clientName: 'Sheets',
  redirectUris: ['https://sheets.example/callback'],
  tokenEndpointAuthMethod: 'client_secret_basic',
  grantTypes: ['authorization_code', 'refresh_token'],
  responseTypes: ['code'],
  scope: 'openid orders:read issues:read',
  defaultSubType: 'user',
  clientUri: 'https://sheets.example',
  clientSecret: 'tessera_cs_first',
  clientSecretExpiresAt: 0,
  clientIdIssuedAt: 1_781_524_800,
  registrationClientUri: 'https://here.example/api/billing/v1/oauth2/register/tessera_ci_own',
  registrationAccessToken: 'tessera_crt_own',
};

export const listedClient: OAuthClient = {
  clientId: registered.clientId,
  clientName: registered.clientName,
  redirectUris: registered.redirectUris,
  tokenEndpointAuthMethod: 'client_secret_basic',
  grantTypes: registered.grantTypes,
  responseTypes: registered.responseTypes,
  scope: registered.scope,
  defaultSubType: 'user',
  clientUri: null,
  logoUri: null,
  tosUri: null,
  policyUri: null,
  createdAt: now,
  modifiedAt: null,
  clientSecret: 'tessera_cs_first',
  clientIdIssuedAt: 1_781_524_800,
  clientSecretExpiresAt: 0,
  organizationId: null,
};
