/** Twitter (X) returns the confirmed address only on explicit request, which not all apps may make. */
import { bearer, fetchJson, withQuery } from './http.ts';
import { at, firstText } from './json.ts';
import type { ProviderRow } from './provider.ts';

export const twitter: ProviderRow = {
  endpoints: () => ({
    authorization: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    refresh: 'https://api.twitter.com/2/oauth2/token',
    userInfo: 'https://api.x.com/2/users/me',
  }),
  scopes: ['users.read', 'tweet.read', 'offline.access', 'users.email'],
  pkce: 'challenge',
  clientAuthentication: 'basic',
  fetchProfile: async ({ endpoints, tokens }) => {
    const call = { headers: bearer(tokens) };
    const ask = (field: string) =>
      fetchJson(withQuery(endpoints.userInfo ?? '', `user.fields=${field}`), call);
    const profile = await ask('profile_image_url');
    const confirmed = await ask('confirmed_email').catch(() => ({}));
    return { ...profile, confirmed_email: at(confirmed, 'data.confirmed_email') };
  },
  // The username that the mapping may yield as address is not one; such users get a unique placeholder.
  hasNoAddresses: true,
  mapping: {
    id: 'data.id',
    name: ['data.name'],
    email: ['confirmed_email', 'data.email'],
    image: ['data.profile_image_url'],
    emailVerified: 'data.verified',
  },
  // `verified` is the account's badge and says nothing about the address; a confirmed address is proven.
  adjust: (profile, json) => ({ ...profile, isEmailProven: firstText(json, ['confirmed_email']) !== null }),
};
