/** TikTok names the client id `client_key`, and separates scopes by commas. Its secret is never part of a URL. */
import { bearer, fetchJson, withQuery } from './http.ts';
import type { ProviderRow } from './provider.ts';
import { fixed } from './standard.ts';

const fields = 'open_id,avatar_large_url,display_name,username';

export const tiktok: ProviderRow = {
  endpoints: fixed({
    authorization: 'https://www.tiktok.com/v2/auth/authorize',
    token: 'https://open.tiktokapis.com/v2/oauth/token/',
    userInfo: 'https://open.tiktokapis.com/v2/user/info/',
  }),
  scopes: ['user.info.profile'],
  authorize: ({ options, scopes, redirectUri, state }) => [
    ['scope', scopes.join(',')],
    ['response_type', 'code'],
    ['client_key', options.clientKey],
    ['redirect_uri', redirectUri],
    ['state', state],
    ['prompt', options.prompt],
    ['response_mode', options.responseMode],
  ],
  fetchProfile: ({ endpoints, tokens }) =>
    fetchJson(withQuery(endpoints.userInfo ?? '', `fields=${fields}`), { headers: bearer(tokens) }),
  hasNoAddresses: true,
  mapping: {
    id: 'data.user.open_id',
    name: ['data.user.display_name', 'data.user.username'],
    email: ['data.user.email'],
    image: ['data.user.avatar_large_url'],
    emailVerified: true,
  },
};
