/** Sending someone to a provider: to sign in, or to link what they have there. */
import type { LinkSocial, SignInSocial } from '@tessera/proto/api/identity/social';
import { authUrl, type Identity } from '../identity.ts';
import { socialErrors } from './errors.ts';
import { type Flow, saveFlow, stateSeconds } from './state.ts';

type IdentityStack = { url: string; setCookie: string };
/** The name of the browser that asks, from an earlier start. */
type Asking = { browser: string | null };

/** Where someone goes to sign in. */
export const startSignIn = (identity: Identity, body: SignInSocial & Asking): Promise<IdentityStack> =>
  start(identity, body, {
    provider: body.provider,
    callbackURL: body.callbackURL || new URL(identity.publicUrl).origin,
    errorURL: body.errorCallbackURL || undefined,
    newUserURL: body.newUserCallbackURL || undefined,
    requestSignUp: body.requestSignUp,
  });

/** Where a user goes to link an account. */
export const startLink = (
  identity: Identity,
  body: LinkSocial & Asking & { userId: string },
): Promise<IdentityStack> =>
  start(identity, body, {
    provider: body.provider,
    callbackURL: body.callbackURL || new URL(identity.publicUrl).origin,
    userId: body.userId,
  });

const start = async (
  identity: Identity,
  asked: Asking & { scopes?: string[] | undefined; loginHint?: string | undefined },
  wanted: Omit<Flow, 'codeVerifier' | 'browserHash'>,
): Promise<IdentityStack> => {
  const provider = identity.providers.find(wanted.provider);
  if (!provider) throw socialErrors.ProviderNotFound();
  const { state, codeVerifier, browser } = await saveFlow(identity, wanted, asked.browser);
  const url = provider.authorizationUrl({
    state,
    codeVerifier,
    redirectUri: callbackUrl(identity, provider.id),
    scopes: asked.scopes,
    loginHint: asked.loginHint,
  });
  return { url, setCookie: identity.cookies.writeOAuth(browser, stateSeconds) };
};

/** Where a provider sends people back to, unless the options name another address. */
export const callbackUrl = (identity: Identity, provider: string): string =>
  `${authUrl(identity)}/callback/${provider}`;
