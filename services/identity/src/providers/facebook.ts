/** Facebook: the Graph API, or a signed id token of Limited Login, which contains the whole profile. */
import { decodeJwt } from 'jose';
import { bearer, fetchJson, withQuery } from './http.ts';
import type { ProviderRow } from './provider.ts';

export const facebook: ProviderRow = {
  endpoints: () => ({
    authorization: 'https://www.facebook.com/v21.0/dialog/oauth',
    token: 'https://graph.facebook.com/oauth/access_token',
    refresh: 'https://graph.facebook.com/v18.0/oauth/access_token',
    userInfo: 'https://graph.facebook.com/me',
    jwks: 'https://www.facebook.com/.well-known/oauth/openid/jwks',
  }),
  scopes: ['email', 'public_profile'],
  passesHint: true,
  extra: ({ configId }) => [['config_id', configId]],
  fetchProfile: async ({ options, endpoints, tokens }) => {
    if (tokens.idToken) {
      const claims = decodeJwt(tokens.idToken);
      return { id: claims.sub, name: claims['name'], email: claims['email'], email_verified: true };
    }
    const fields = ['id', 'name', 'email', 'picture', ...(options.fields ?? [])].join(',');
    return fetchJson(withQuery(endpoints.userInfo ?? '', `fields=${fields}`), { headers: bearer(tokens) });
  },
  mapping: {
    id: 'id',
    name: ['name'],
    email: ['email'],
    image: ['picture.data.url'],
    emailVerified: 'email_verified',
  },
  idToken: { issuers: ['https://www.facebook.com'], algorithms: ['RS256'] },
};
