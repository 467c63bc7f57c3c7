/**
 * Sign in with Apple: Apple posts the code, sends the user's name only the first time and beside the code, and the
 * rest in the id token.
 */
import { firstText } from './json.ts';
import type { ProviderRow } from './provider.ts';
import { fixed } from './standard.ts';

export const apple: ProviderRow = {
  endpoints: fixed({
    authorization: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
    jwks: 'https://appleid.apple.com/auth/keys',
  }),
  scopes: ['email', 'name'],
  pkce: 'verifier',
  responseMode: 'form_post',
  mapping: { id: 'sub', name: ['name'], email: ['email'], image: [], emailVerified: false },
  adjust: (profile, _json, { user }) => ({ ...profile, name: nameIn(user) ?? profile.name }),
  idToken: { issuers: ['https://appleid.apple.com'], algorithms: ['RS256', 'ES256'], maxAge: '1h' },
};

const nameIn = (user: string | undefined): string | null => {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: unknown };
    const parts = ['firstName', 'lastName'].map((key) => firstText(name, [key]));
    return parts.filter((part) => part !== null).join(' ') || null;
  } catch {
    return null;
  }
};
