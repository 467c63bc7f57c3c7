/** Whether an id token that a caller brings may sign in (contracts/auth.md, section 14, last paragraph). */
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { callProvider, fetchJson, ProviderFailure, withQuery } from './http.ts';
import type { IdTokenRules, ProviderContext } from './provider.ts';

/** What is remembered of a good id token: until when it would be taken for one. */
export type GoodIdToken = { expiresAt: Date };

/** Of a token whose provider did not say how long it is good: longer than any lives. */
const longestLife = 86_400_000;

type Expected = { issuer: string[]; audience: string[] };

/** The check of one provider. Its keys are fetched when first needed and kept. */
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
      // A nonce is what the app that asked for the token knows of it: whoever lacks it got the token in another way.
      if ((claimed || undefined) !== (nonce || undefined)) return null;
      // Google tells the end as text.
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

/** Google tells at one address what an id token says; used when that address is configured and no key set is. */
const askProvider = async (url: string, token: string, { issuer, audience }: Expected) => {
  const claims = await fetchJson(withQuery(url, `id_token=${encodeURIComponent(token)}`));
  const isExpected = issuer.includes(String(claims['iss'])) && audience.includes(String(claims['aud']));
  if (!isExpected) throw new ProviderFailure('the id token is not for this application');
  return claims;
};
