/** Handles the callback from a provider (contracts/auth.md, section 13.2). */
import { AppError } from '@tessera/kit/errors';
import { sha256 } from '@tessera/kit/secrets';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { SocialCallback } from '@tessera/proto/api/identity/social';
import type { Client } from '../http/client.ts';
import { withParameters } from '../http/reply.ts';
import { authUrl, type Identity } from '../identity.ts';
import type { Provider } from '../providers/engine.ts';
import { ProviderFailure } from '../providers/http.ts';
import type { Tokens } from '../providers/provider.ts';
import { isBelieved } from './claim.ts';
import { callbackUrl, type Flow, takeFlow } from './flow.ts';
import { linkToUser } from './link.ts';
import { type ProviderSignIn, signInWithProvider } from './sign-in.ts';

/** A request that returns from a provider. */
export type Returning = {
  providerId: string;
  /** Query or form, not yet validated. */
  fields: unknown;
  client: Client;
  /** The browser's name from its cookie; null: no cookie. */
  browser: string | null;
  /** Whether the client is certainly a browser, which keeps cookies. */
  isBrowser: boolean;
};

/** Where to redirect, and the new session, if any. */
export type Outcome = { location: string; record?: SessionRecord };

/** Completes a flow. Never throws: the caller always gets a redirect. */
export const finishFlow = async (identity: Identity, returning: Returning): Promise<Outcome> => {
  const own = `${authUrl(identity)}/error`;
  const standard = identity.options.onAPIError.errorURL ?? own;
  try {
    const read = readFields(returning.fields);
    if ('refusal' in read) return { location: withParameters(standard, read.refusal) };
    const flow = await takeFlow(identity, read.state);
    if (!flow || !isSameBrowser(flow, returning))
      return { location: withParameters(own, { error: 'please_restart_the_process' }) };
    return await arrive(identity, { ...returning, ...read, flow });
  } catch (error) {
    identity.log.error({ err: error }, 'a sign-in at a provider could not be finished');
    return { location: withParameters(own, { error: 'internal_server_error' }) };
  }
};

type Read = SocialCallback & { state: string };

const readFields = (fields: unknown): Read | { refusal: Record<string, string> } => {
  const parsed = SocialCallback.safeParse(fields);
  if (!parsed.success) return { refusal: { error: 'invalid_callback_request' } };
  const { error, error_description: description, state } = parsed.data;
  if (error) return { refusal: { error, error_description: description ?? 'undefined' } };
  return state ? { ...parsed.data, state } : { refusal: { error: 'state_not_found' } };
};

/** Rejects a cookie of another browser, and browsers without a cookie. */
const isSameBrowser = ({ browserHash }: Flow, { browser, isBrowser }: Returning): boolean =>
  browser === null ? !isBrowser : sha256(browser) === browserHash;

type Arriving = Returning & Read & { flow: Flow };

const arrive = async (identity: Identity, arriving: Arriving): Promise<Outcome> => {
  const { flow } = arriving;
  const fail = (error: string): Outcome => ({
    location: withParameters(flow.errorURL ?? `${authUrl(identity)}/error`, { error }),
  });
  const { code, providerId } = arriving;
  if (!code) return fail('no_code');
  const provider = identity.providers.find(providerId);
  if (!provider) return fail('oauth_provider_not_found');
  // A code of one provider is never sent to another (RFC 9700, section 4.4).
  if (provider.id !== flow.provider) return fail('please_restart_the_process');
  const tokens = await exchange(identity, provider, { ...arriving, code });
  if (!tokens) return fail('invalid_code');
  const profile = await provider.profileOf(tokens, arriving.user);
  if (!profile) return fail('unable_to_get_user_info');
  const { email } = profile;
  if (email === null) return fail('email_not_found');
  if (!flow.callbackURL) return fail('no_callback_url');
  return complete(identity, { ...arriving, provider, tokens, profile: { ...profile, email } });
};

const exchange = async (
  identity: Identity,
  provider: Provider,
  { code, device_id: deviceId, flow }: Arriving & { code: string },
): Promise<Tokens | null> => {
  const redirectUri = callbackUrl(identity, provider.id);
  try {
    return await provider.exchange({ code, deviceId, codeVerifier: flow.codeVerifier, redirectUri });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    identity.log.info({ err: error, provider: provider.id }, 'a provider did not take a code');
    return null;
  }
};

const complete = async (
  identity: Identity,
  arriving: Arriving & Pick<ProviderSignIn, 'provider' | 'tokens' | 'profile'>,
): Promise<Outcome> => {
  const { flow, provider, profile, tokens } = arriving;
  const { callbackURL, newUserURL, userId, sessionId } = flow;
  try {
    if (userId !== undefined) {
      const account = { providerId: provider.id, accountId: profile.id, tokens };
      const provenEmail = isBelieved(identity.options, provider, profile) ? profile.email : null;
      await linkToUser(identity, { ...account, userId, sessionId, provenEmail });
      return { location: callbackURL };
    }
    const arrival = { ...arriving, requestSignUp: flow.requestSignUp, callbackUrl: callbackURL };
    const { record, isNew } = await signInWithProvider(identity, arrival);
    return { location: (isNew && newUserURL) || callbackURL, record };
  } catch (error) {
    if (error instanceof AppError) return { location: refusalUrl(identity, flow, error) };
    throw error;
  }
};

const refusalUrl = (identity: Identity, { errorURL }: Flow, error: AppError): string => {
  const own = `${authUrl(identity)}/error`;
  if (error.failure.code === 'BANNED_USER') {
    const parameters = { error: 'banned', error_description: error.message };
    return withParameters(identity.options.onAPIError.errorURL ?? own, parameters);
  }
  if (error.cause !== undefined) identity.log.error({ err: error }, 'a step of a sign-in failed');
  return withParameters(errorURL ?? own, { error: error.message.replaceAll(' ', '_') });
};
