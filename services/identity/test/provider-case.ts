/** Requests to a provider and its responses, by contracts/auth.md section 14. */
import type { ProviderId } from '@tessera/proto/api/identity/social';

export type ProviderCase = {
  id: ProviderId;
  /** The provider's endpoints: authorization, token, refresh, user info. */
  own: [authorization: string, token: string, refresh: string | null, userInfo?: string];
  options?: object;
  /** The whole query of the authorization URL. `R`: redirect URI, `C`: challenge. */
  authorize: string;
  /** Additional fields of the code exchange, and other headers. */
  exchange?: { fields?: string[]; basic?: true; accept?: string };
  /** Claims of the ID token; `replies` are the responses of the user info endpoints. */
  claims?: object;
  replies?: Record<string, object>;
  /** The expected user info requests: method, path and query. */
  asked?: string[];
  profile: { id: string; name: string; email: string | null; image: string | null; emailVerified: boolean };
};

export const R = 'redirect_uri=R';
export const C = 'code_challenge_method=S256&code_challenge=C';
export const start = 'response_type=code&client_id=the-id&state=the-state';
export const ada = { name: 'Ada', email: 'ada@example.com' };
export const verified = { ...ada, emailVerified: true };
export const openId = { sub: '7', ...ada, picture: 'https://p.test/a.png', email_verified: true };
export const openIdProfile = { id: '7', ...verified, image: 'https://p.test/a.png' };
export const verifier = 'code_verifier';
