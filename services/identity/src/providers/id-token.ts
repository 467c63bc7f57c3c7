/** Verifies id tokens that callers present to sign in (contracts/auth.md, section 14, last paragraph). */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { callProvider, fetchJson, ProviderFailure, withQuery } from './http.ts';
import type { IdTokenRules, ProviderContext } from './provider.ts';

/** A valid id token and its expiry, until which a use of it has to be remembered. */
export type GoodIdToken = { expiresAt: Date };

/** Assumed lifetime in milliseconds if the provider does not state an expiry; longer than that of any token. */
const longestLife = 86_400_000;

type Expected = { issuer: string[]; audience: string[] };

/** Builds the check for one provider. Its keys are fetched on first use and cached. */
export const createIdTokenCheck = (context: ProviderContext, rules: IdTokenRules) => {
  const { options, endpoints } = context;
  const expected = expectedOf(context, rules);
  const read =
    options.endpoints.userInfo && !options.endpoints.jwks && context.id === 'google'
      ? (token: string) => askProvider(options.endpoints.userInfo ?? '', token, expected)
      : createKeyCheck(endpoints.jwks ?? '', { context, rules, expected });
  return async (token: string, nonce: string | undefined): Promise<GoodIdToken | null> => {
    if (options.disableIdTokenSignIn || options.verifyIdToken === false) return null;
    try {
      const { nonce: claimed, exp } = await read(token);
      // Only the app that requested the token knows its nonce; a wrong one means that the token was obtained
      // otherwise.
      if ((claimed || undefined) !== (nonce || undefined)) return null;
      // Google's tokeninfo endpoint returns the expiry as a string.
      const end = Number(exp) * 1000;
      return { expiresAt: new Date(Number.isFinite(end) ? end : context.now().getTime() + longestLife) };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof ProviderFailure) return null;
      throw error;
    }
  };
};

const expectedOf = ({ options }: ProviderContext, rules: IdTokenRules): Expected => {
  const own = typeof options.verifyIdToken === 'object' ? options.verifyIdToken : {};
  const audience = own.audience ?? [options.appBundleIdentifier ?? options.clientId ?? ''];
  return { issuer: own.issuer === undefined ? rules.issuers : [own.issuer], audience };
};

const createKeyCheck = (
  jwks: string,
  { context, rules, expected }: { context: ProviderContext; rules: IdTokenRules; expected: Expected },
) => {
  const keys = createRemoteJWKSet(new URL(jwks), {
    [customFetch]: async (url) => new Response(new Uint8Array(await callProvider(url))),
  });
  return async (token: string): Promise<JWTPayload> => {
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      algorithms: rules.algorithms,
      currentDate: context.now(),
      requiredClaims: ['sub', 'exp'],
      ...(rules.maxAge && { maxTokenAge: rules.maxAge }),
    });
    return payload;
  };
};

/** Asks Google's tokeninfo endpoint for the claims; used if that endpoint is configured and no key set is. */
const askProvider = async (url: string, token: string, { issuer, audience }: Expected) => {
  const claims = await fetchJson(withQuery(url, `id_token=${encodeURIComponent(token)}`));
  const isExpected = issuer.includes(String(claims['iss'])) && audience.includes(String(claims['aud']));
  if (!isExpected) throw new ProviderFailure('the id token is not for this application');
  return claims;
};
