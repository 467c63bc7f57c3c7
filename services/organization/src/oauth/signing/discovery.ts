/** Server metadata at its well-known URLs (RFC 8414; OpenID Connect Discovery). */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { billingDialect } from '@tessera/proto/api/error';
import { OAuthScope } from '@tessera/proto/api/organization/oauth/scopes';
import type { Response } from 'express';
import { z } from 'zod';
import type { OrganizationParts } from '../../organization.ts';
import { algorithm, findJwks } from './keys.ts';

const endpoint = endpointFor(billingDialect);
const texts = z.array(z.string());

const Metadata = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  userinfoEndpoint: z.string(),
  registrationEndpoint: z.string(),
  revocationEndpoint: z.string(),
  introspectionEndpoint: z.string(),
  jwksUri: z.string(),
  scopesSupported: texts,
  responseTypesSupported: texts,
  responseModesSupported: texts,
  grantTypesSupported: texts,
  tokenEndpointAuthMethodsSupported: texts,
  revocationEndpointAuthMethodsSupported: texts,
  introspectionEndpointAuthMethodsSupported: texts,
  codeChallengeMethodsSupported: texts,
  subjectTypesSupported: texts,
  idTokenSigningAlgValuesSupported: texts,
  claimsSupported: texts,
  promptValuesSupported: texts,
  authorizationResponseIssParameterSupported: z.boolean(),
  requestParameterSupported: z.boolean(),
  requestUriParameterSupported: z.boolean(),
});

const withSecret = ['client_secret_basic', 'client_secret_post'];

const metadataOf = (publicUrl: string): z.input<typeof Metadata> => {
  const api = `${publicUrl}/api/billing/v1/oauth2`;
  return {
    issuer: publicUrl,
    authorizationEndpoint: `${publicUrl}/oauth2/authorize`,
    tokenEndpoint: `${api}/token`,
    userinfoEndpoint: `${api}/userinfo`,
    registrationEndpoint: `${api}/register`,
    revocationEndpoint: `${api}/revoke`,
    introspectionEndpoint: `${api}/introspect`,
    jwksUri: `${publicUrl}/.well-known/jwks.json`,
    scopesSupported: OAuthScope.options,
    responseTypesSupported: ['code'],
    responseModesSupported: ['query'],
    grantTypesSupported: ['authorization_code', 'refresh_token'],
    tokenEndpointAuthMethodsSupported: [...withSecret, 'none'],
    revocationEndpointAuthMethodsSupported: [...withSecret, 'none'],
    introspectionEndpointAuthMethodsSupported: withSecret,
    codeChallengeMethodsSupported: ['S256'],
    subjectTypesSupported: ['public'],
    idTokenSigningAlgValuesSupported: [algorithm],
    claimsSupported: ['sub', 'name', 'email', 'email_verified', 'auth_time'],
    promptValuesSupported: ['none', 'consent', 'login'],
    authorizationResponseIssParameterSupported: true,
    requestParameterSupported: false,
    // The default is true.
    requestUriParameterSupported: false,
  };
};

const Jwks = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      n: z.string(),
      e: z.string(),
      kid: z.string(),
      alg: z.string(),
      use: z.string(),
    }),
  ),
});

/** Allows caching for some seconds: much less than the lifetime of ID tokens, so that clients soon see new keys. */
const keepFor = (res: Response, seconds: number): void => {
  res.setHeader('cache-control', `public, max-age=${seconds}`);
};

/** Below `/.well-known` of the public origin. */
export const discoveryRoutes = (parts: OrganizationParts): Router => {
  const metadata = endpoint(
    { reply: Metadata, summary: 'What the OAuth 2 server offers, and where' },
    ({ res }) => {
      keepFor(res, 300);
      return metadataOf(parts.publicUrl);
    },
  );
  return Router()
    .get('/openid-configuration', metadata)
    .get('/oauth-authorization-server', metadata)
    .get(
      '/jwks.json',
      endpoint({ reply: Jwks, summary: 'The keys that ID tokens are verified with' }, ({ res }) => {
        keepFor(res, 300);
        return findJwks(parts);
      }),
    );
};
