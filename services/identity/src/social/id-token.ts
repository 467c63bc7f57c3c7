/** Signing in with an id token that an app has got from a provider itself (contracts/auth.md, section 8). */
import { sha256 } from '@tessera/kit/secrets';
import type { SignInSocial } from '@tessera/proto/api/identity/social';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { socialErrors } from './errors.ts';
import { type OpenedSession, signInWithProvider } from './sign-in.ts';
import { deleteExpiredTokens } from './used-tokens.ts';

type Brought = SignInSocial & { idToken: NonNullable<SignInSocial['idToken']> };

/** Checks the token, which is taken once, and opens a session for whom it names. */
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
    // The id token was shown, not entrusted; only what can be used later is kept.
    tokens: { accessToken },
    requestSignUp: body.requestSignUp,
    callbackUrl: body.callbackURL || '/',
    client,
    idToken: { hash: hashOf(token), expiresAt: good.expiresAt },
  });
};

/** Of what is signed alone: a signature can be spelt in more than one way. */
const hashOf = (token: string): string => sha256(token.slice(0, token.lastIndexOf('.')));
