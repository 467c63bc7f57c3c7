/** GitHub; e-mail addresses, and whether they are verified, come from a separate endpoint. */
import { bearer, callProvider, fetchJson } from './http.ts';
import { firstText, isJson, isYes } from './json.ts';
import type { Json, ProviderRow } from './provider.ts';
import { fixed } from './standard.ts';

export const github: ProviderRow = {
  endpoints: fixed({
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    userInfo: 'https://api.github.com/user',
  }),
  scopes: ['read:user', 'user:email'],
  passesHint: true,
  fetchProfile: async ({ endpoints, tokens }) => {
    const call = { headers: { ...bearer(tokens), 'user-agent': 'better-auth' } };
    const profile = await fetchJson(endpoints.userInfo ?? '', call);
    const addresses = await listAddresses(`${endpoints.userInfo ?? ''}/emails`, call);
    const email = firstText(profile, ['email']) ?? firstText(chosen(addresses), ['email']);
    const verified = addresses.some((one) => one['email'] === email && isYes(one['verified']));
    return { ...profile, email, email_verified: verified };
  },
  mapping: {
    id: 'id',
    name: ['name', 'login'],
    email: ['email'],
    image: ['avatar_url'],
    emailVerified: 'email_verified',
  },
};

/** A token without the scope for addresses still has a profile. */
const listAddresses = async (url: string, call: { headers: Record<string, string> }): Promise<Json[]> => {
  try {
    const list: unknown = JSON.parse((await callProvider(url, call)).toString('utf8'));
    return Array.isArray(list) ? list.filter(isJson) : [];
  } catch {
    return [];
  }
};

const chosen = (addresses: Json[]): Json | undefined =>
  addresses.find((one) => isYes(one['primary'])) ?? addresses[0];
