/** Google, by OpenID Connect. */
import type { ProviderRow } from './provider.ts';
import { openIdMapping } from './standard.ts';

export const google: ProviderRow = {
  endpoints: () => ({
    authorization: 'https://accounts.google.com/o/oauth2/auth',
    token: 'https://oauth2.googleapis.com/token',
    refresh: 'https://www.googleapis.com/oauth2/v4/token',
    jwks: 'https://www.googleapis.com/oauth2/v3/certs',
  }),
  scopes: ['email', 'profile', 'openid'],
  pkce: 'challenge',
  passesHint: true,
  mapping: openIdMapping,
  idToken: {
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    algorithms: ['RS256'],
  },
};
