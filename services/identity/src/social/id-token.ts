/** Signs in with an id token that an app has obtained from a provider itself (contracts/auth.md, section 8). */
import { sha256 } from '@tessera/kit/secrets';
import type { SignInSocial } from '@tessera/proto/api/identity/social';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { socialErrors } from './errors.ts';
import { type OpenedSession, signInWithProvider } from './sign-in.ts';
import { deleteExpiredTokens } from './used-tokens.ts';

type Brought = SignInSocial & { idToken: NonNullable<SignInSocial['idToken']> };

/** Verifies the token, which can be used once, and opens a session for its subject. */
export const signInWithIdToken = async (
  identity: Identity,
  body: Brought,
  client: Client,
): Promise<OpenedSession> => {
  const provider = identity.providers.find(body.provider);
  if (!provider) throw socialErrors.ProviderNotFound();
  if (!provider.verifyIdToken) throw socialErrors.IdTokenNotSupported();
  const { token, nonce, accessToken } = body.idToken;
  const good = await provider.verifyIdToken(token, nonce);
  if (!good) throw socialErrors.InvalidToken();
  await deleteExpiredTokens(identity.db, identity.now());
  const profile = await provider.profileOf({ idToken: token, accessToken });
  if (!profile) throw socialErrors.NoUserInfo();
  const { email } = profile;
  if (email === null) throw socialErrors.NoEmail();
  return signInWithProvider(identity, {
    provider,
    profile: { ...profile, email },
    // The id token is used only as proof; only the access token, which can be used later, is stored.
    tokens: { accessToken },
    requestSignUp: body.requestSignUp,
    callbackUrl: body.callbackURL || '/',
    client,
    idToken: { hash: hashOf(token), expiresAt: good.expiresAt },
  });
};

/** Hashes the signed part only: a signature can have several encodings. */
const hashOf = (token: string): string => sha256(token.slice(0, token.lastIndexOf('.')));
