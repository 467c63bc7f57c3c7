/** The OAuth engine: the steps that all rows of the provider table share (contracts/auth.md, section 13). */
import { createHash } from 'node:crypto';
import type { ProviderId } from '@tessera/proto/api/identity/social';
import type { IdentityOptions } from '../options.ts';
import { ProviderFailure } from './http.ts';
import { createIdTokenCheck, type GoodIdToken } from './id-token.ts';
import type { ProviderOptions } from './options.ts';
import { readProfile } from './profile.ts';
import type { CodeGrant, Endpoints, Profile, ProviderContext, ProviderRow, Tokens } from './provider.ts';
import { standardParameters } from './standard.ts';
import { providerTable } from './table.ts';
import { exchangeCode, refreshTokens } from './tokens.ts';

type Redirect = {
  state: string;
  codeVerifier: string;
  redirectUri: string;
  scopes?: string[] | undefined;
  loginHint?: string | undefined;
};

/** A configured provider. Its failures are thrown as `ProviderFailure`. */
export type Provider = {
  id: ProviderId;
  options: ProviderOptions;
  authorizationUrl: (redirect: Redirect) => string;
  exchange: (grant: CodeGrant) => Promise<Tokens>;
  /** Absent: tokens cannot be refreshed. */
  refresh?: (refreshToken: string) => Promise<Tokens>;
  /** Null: no profile that may sign in. */
  profileOf: (tokens: Tokens, user?: string) => Promise<Profile | null>;
  /**
   * Verifies an id token: signature, audience and expiry. Null: invalid. Absent: sign-in by id token is not
   * supported.
   */
  verifyIdToken?: (token: string, nonce: string | undefined) => Promise<GoodIdToken | null>;
};

export type Providers = { find: (id: string) => Provider | null };

/** Builds the providers that are configured and enabled. */
export const createProviders = (parts: { options: IdentityOptions; now: () => Date }): Providers => {
  const configured = new Map<string, Provider>();
  for (const [id, options] of Object.entries(parts.options.socialProviders))
    if (options?.enabled) configured.set(id, createProvider(id as ProviderId, options, parts.now));
  return { find: (id) => configured.get(id) ?? null };
};

const createProvider = (id: ProviderId, options: ProviderOptions, now: () => Date): Provider => {
  const row = providerTable[id];
  const endpoints = endpointsOf(row, options);
  const context = { id, row, options, endpoints, now };
  return {
    id,
    options,
    authorizationUrl: (redirect) => authorizationUrl(context, redirect),
    exchange: (grant) =>
      exchangeCode(context, { ...grant, redirectUri: options.redirectURI ?? grant.redirectUri }),
    ...(endpoints.refresh !== null &&
      options.refreshAccessToken && { refresh: (token: string) => refreshTokens(context, token) }),
    profileOf: (tokens, user) => absentOnFailure(readProfile(context, tokens, user)),
    ...(row.idToken && { verifyIdToken: createIdTokenCheck(context, row.idToken) }),
  };
};

const endpointsOf = (row: ProviderRow, options: ProviderOptions): Endpoints => {
  const own = row.endpoints(options);
  const { authorization, token, userInfo, jwks } = options.endpoints;
  return {
    authorization: authorization ?? own.authorization,
    token: token ?? own.token,
    refresh: own.refresh === null ? null : (token ?? own.refresh),
    userInfo: userInfo ?? own.userInfo,
    jwks: jwks ?? own.jwks,
  };
};

const authorizationUrl = ({ id, row, options, endpoints }: ProviderContext, redirect: Redirect): string => {
  const isChallenged = row.pkce === 'challenge' && options.pkce !== false;
  const authorization = {
    options,
    state: redirect.state,
    scopes: scopesOf(id, { row, options }, redirect.scopes ?? []),
    redirectUri: options.redirectURI ?? redirect.redirectUri,
    loginHint: redirect.loginHint,
    challenge: isChallenged ? challengeOf(redirect.codeVerifier) : undefined,
  };
  const url = new URL(endpoints.authorization);
  const parameters = row.authorize?.(authorization) ?? standardParameters(row, authorization);
  for (const [name, value] of parameters) if (value) url.searchParams.append(name, value);
  return url.href;
};

/** Default scopes first; for Discord alone, the request's scopes come before those of the options. */
const scopesOf = (
  id: ProviderId,
  { row, options }: Pick<ProviderContext, 'row' | 'options'>,
  asked: string[],
): string[] => {
  const more = id === 'discord' ? [...asked, ...options.scope] : [...options.scope, ...asked];
  return [...new Set([...(options.disableDefaultScope ? [] : row.scopes), ...more])];
};

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const absentOnFailure = async (profile: Promise<Profile | null>): Promise<Profile | null> => {
  try {
    return await profile;
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
};
