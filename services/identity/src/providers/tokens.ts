/** Requests to token endpoints and their responses (contracts/auth.md, section 13.5). */
import { fetchJson, ProviderFailure } from './http.ts';
import { textOf } from './json.ts';
import {
  type CodeGrant,
  type Json,
  type Parameters,
  type ProviderContext,
  type Tokens,
  usesVerifier,
} from './provider.ts';

/** Exchanges a code for tokens. Throws `ProviderFailure`. */
export const exchangeCode = async (context: ProviderContext, grant: CodeGrant): Promise<Tokens> => {
  const { row, options, endpoints, now } = context;
  const isBasic = row.clientAuthentication === 'basic';
  const form: Parameters = [
    ['grant_type', 'authorization_code'],
    ['code', grant.code],
    ['code_verifier', usesVerifier(context) ? grant.codeVerifier : undefined],
    ['client_key', options.clientKey],
    ['device_id', context.id === 'vk' ? grant.deviceId : undefined],
    ['redirect_uri', grant.redirectUri],
    ...(isBasic ? [] : clientFields(context)),
  ];
  const json = await fetchJson(endpoints.token, {
    method: 'POST',
    form: given(form),
    headers: {
      accept: row.accept ?? 'application/json',
      'user-agent': 'better-auth',
      ...(isBasic && { authorization: basic(context) }),
    },
  });
  return readTokens(json, now());
};

/** Exchanges a refresh token for new tokens. Throws `ProviderFailure`. */
export const refreshTokens = async (context: ProviderContext, refreshToken: string): Promise<Tokens> => {
  const { row, options, endpoints, now } = context;
  const isBasic = row.clientAuthentication === 'basic';
  const json = await fetchJson(endpoints.refresh ?? endpoints.token, {
    method: 'POST',
    form: given([
      ['grant_type', 'refresh_token'],
      ['refresh_token', refreshToken],
      ['client_key', options.clientKey],
      // One method only (RFC 6749, section 2.3): servers that expect the header for a code expect it here, too.
      ...(isBasic ? [] : clientFields(context)),
    ]),
    headers: {
      accept: 'application/json',
      ...(isBasic && { authorization: basic(context) }),
    },
  });
  return readTokens(json, now());
};

const clientFields = ({ options }: ProviderContext): Parameters => [
  ['client_id', options.clientId],
  ['client_secret', options.clientSecret],
];

const given = (parameters: Parameters): [string, string][] =>
  parameters.filter((pair): pair is [string, string] => pair[1] !== undefined);

const basic = ({ options }: ProviderContext): string =>
  `Basic ${Buffer.from(`${options.clientId ?? ''}:${options.clientSecret}`).toString('base64')}`;

const readTokens = (json: Json, now: Date): Tokens => {
  const text = (name: string): string | undefined => textOf(json[name]) ?? undefined;
  const accessToken = text('access_token');
  const idToken = text('id_token');
  // Some providers answer 200 with an error in the body.
  if (accessToken === undefined && idToken === undefined)
    throw new ProviderFailure('the answer has no token', {
      status: 200,
      error: text('error')?.slice(0, 200) ?? 'no_token',
      description: text('error_description')?.slice(0, 200),
    });
  const after = (name: string): Date | undefined => {
    const seconds = Number(json[name] ?? Number.NaN);
    return Number.isFinite(seconds) ? new Date(now.getTime() + seconds * 1000) : undefined;
  };
  return {
    accessToken,
    refreshToken: text('refresh_token'),
    idToken,
    tokenType: text('token_type'),
    accessTokenExpiresAt: after('expires_in'),
    refreshTokenExpiresAt: after('refresh_token_expires_in'),
    scopes: scopesOf(json['scope']),
  };
};

const scopesOf = (scope: unknown): string[] | undefined => {
  if (Array.isArray(scope)) return scope.filter((one) => typeof one === 'string');
  return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : undefined;
};
