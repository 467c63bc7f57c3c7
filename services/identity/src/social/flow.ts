/**
 * OAuth flows of browsers, to sign in or to link an account (contracts/auth.md, sections 3 and 13; section 16, item
 * 8).
 */
import { sql } from '@tessera/kit/database/sql';
import { randomText, sha256 } from '@tessera/kit/secrets';
import { type LinkSocial, ProviderId, type SignInSocial } from '@tessera/proto/api/identity/social';
import { z } from 'zod';
import { authUrl, type Identity } from '../identity.ts';
import { socialErrors } from './errors.ts';

type IdentityStack = { url: string; setCookie: string };
/** The browser's name from an earlier flow. */
type Asking = { browser: string | null };

/** Starts a sign-in; returns where to redirect. */
export const startSignIn = (identity: Identity, body: SignInSocial & Asking): Promise<IdentityStack> =>
  start(identity, body, {
    provider: body.provider,
    callbackURL: body.callbackURL || new URL(identity.publicUrl).origin,
    errorURL: body.errorCallbackURL || undefined,
    newUserURL: body.newUserCallbackURL || undefined,
    requestSignUp: body.requestSignUp,
  });

/** Starts linking an account; returns where to redirect. */
export const startLink = (
  identity: Identity,
  body: LinkSocial & Asking & { userId: string; sessionId: string },
): Promise<IdentityStack> =>
  start(identity, body, {
    provider: body.provider,
    callbackURL: body.callbackURL || new URL(identity.publicUrl).origin,
    userId: body.userId,
    sessionId: body.sessionId,
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

/** The redirect URI of a provider, unless the options set another. */
export const callbackUrl = (identity: Identity, provider: string): string =>
  `${authUrl(identity)}/callback/${provider}`;

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_';
/** Lifetime of a flow in seconds. */
const stateSeconds = 600;

const Flow = z.object({
  provider: ProviderId,
  callbackURL: z.string(),
  errorURL: z.string().optional(),
  newUserURL: z.string().optional(),
  requestSignUp: z.boolean().optional(),
  /** The user who links an account; absent: a sign-in. */
  userId: z.string().optional(),
  /** The session that started linking; absent in flows stored by older versions. */
  sessionId: z.string().optional(),
  codeVerifier: z.string(),
  /** SHA-256 of the browser's name. */
  browserHash: z.string(),
});
/** A sign-in or link in progress. */
export type Flow = z.output<typeof Flow>;

/** Stores a flow for ten minutes. Returns its state, its verifier, and the browser's name for the cookie. */
export const saveFlow = async (
  identity: Pick<Identity, 'db' | 'vault' | 'now'>,
  wanted: Omit<Flow, 'codeVerifier' | 'browserHash'>,
  presentBrowser: string | null,
): Promise<{ state: string; codeVerifier: string; browser: string }> => {
  const state = randomText(32, alphabet);
  const codeVerifier = randomText(128, alphabet);
  // A second tab keeps the browser's name, so that both flows can complete.
  const browser = presentBrowser ?? randomText(32);
  const flow: Flow = { ...wanted, codeVerifier, browserHash: sha256(browser) };
  const now = identity.now();
  await identity.db.query('DELETE FROM oauth_states WHERE expires_at <= $1', [now]);
  await identity.db.query('INSERT INTO oauth_states (state_hash, data, expires_at) VALUES ($1, $2, $3)', [
    sha256(state),
    identity.vault.encrypt(JSON.stringify(flow)),
    new Date(now.getTime() + stateSeconds * 1000),
  ]);
  return { state, codeVerifier, browser };
};

/** Removes and returns a flow by its state, so that it can be used only once. Null: unknown, used or expired. */
export const takeFlow = async (
  identity: Pick<Identity, 'db' | 'vault' | 'now'>,
  state: string,
): Promise<Flow | null> => {
  const rows = await sql<{ data: string; expiresAt: Date }>(
    identity.db,
    'DELETE FROM oauth_states WHERE state_hash = $1 RETURNING data, expires_at AS "expiresAt"',
    [sha256(state)],
  );
  const row = rows[0];
  if (!row || row.expiresAt <= identity.now()) return null;
  return Flow.parse(JSON.parse(identity.vault.decrypt(row.data)));
};
