/** Token requests, revocation, introspection and user info (RFC 6749, RFC 7009, RFC 7662, OpenID Connect Core). */
import { z } from 'zod';
import { OAuthSubject, parameter } from './scopes.ts';

const credentials = { clientId: parameter(255), clientSecret: parameter(255) };

/** A form (RFC 6749, sections 4.1.3 and 6). Client id and secret may be in `Authorization: Basic` instead. */
export const TokenRequest = z.object({
  ...credentials,
  grantType: parameter(255),
  code: parameter(255),
  redirectUri: parameter(2083),
  codeVerifier: parameter(255),
  refreshToken: parameter(255),
  /** For a refresh: a subset of the scopes. */
  scope: parameter(4096),
});
export type TokenRequest = z.output<typeof TokenRequest>;

/** `expires_in`: seconds. The ID token is a JWT (RS256); its key is at `/.well-known/jwks.json`. */
export const TokenReply = z.object({
  accessToken: z.string(),
  tokenType: z.literal('Bearer'),
  expiresIn: z.int(),
  /** Absent if the client is not registered for refresh tokens. */
  refreshToken: z.string().optional(),
  scope: z.string(),
  idToken: z.string(),
});
export type TokenReply = z.infer<typeof TokenReply>;

/** A form (RFC 7009, section 2.1; RFC 7662, section 2.1). */
export const TokenQuery = z.object({
  ...credentials,
  token: parameter(4096),
  tokenTypeHint: parameter(255),
});
export type TokenQuery = z.output<typeof TokenQuery>;

export const RevokeReply = z.object({});

/** For a token that is inactive or not the client's, all other values are empty. `exp` and `iat`: Unix seconds. */
export const IntrospectReply = z.object({
  active: z.boolean(),
  clientId: z.string(),
  tokenType: z.enum(['access_token', 'refresh_token']),
  scope: z.string(),
  subType: OAuthSubject,
  sub: z.string(),
  aud: z.string(),
  iss: z.string(),
  exp: z.int(),
  iat: z.int(),
});
export type IntrospectReply = z.infer<typeof IntrospectReply>;

/** Claims by scope: `profile` grants the name, `email` the address. Organizations have no address. */
export const UserInfo = z.object({
  sub: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
});
export type UserInfo = z.infer<typeof UserInfo>;
