/** The token, revocation, introspection and userinfo endpoints. */
import { kitErrors } from '@tessera/kit/errors';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { callerOf } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  IntrospectReply,
  RevokeReply,
  TokenQuery,
  TokenReply,
  TokenRequest,
  UserInfo,
} from '@tessera/proto/api/organization/oauth/token';
import type { Caller } from '@tessera/proto/api/passport';
import type { RequestHandler } from 'express';
import type { OrganizationParts } from '../../organization.ts';
import { oauthDialect, oauthErrors } from '../errors.ts';
import { claimsWithin, findClaims, type Whom } from '../signing/claims.ts';
import { authenticateClient } from './authenticate.ts';
import { exchange } from './exchange.ts';
import { introspect, revokeToken } from './inspect.ts';

const endpoint = endpointFor(oauthDialect);

const known: RequestHandler = (req, _res, next) => {
  whomOf(callerOf(req));
  next();
};

/** Returns the subject and scopes of a caller; a session may read all of its user. Throws Unauthorized for others. */
const whomOf = (caller: Caller): { whom: Whom; scopes: readonly string[] } => {
  switch (caller.kind) {
    case 'user':
      return { whom: { userId: caller.userId }, scopes: ['profile', 'email'] };
    case 'user-token':
      return { whom: { userId: caller.userId }, scopes: caller.scopes };
    case 'token':
      return { whom: { organizationId: caller.organizationId }, scopes: caller.scopes };
    default:
      throw kitErrors.Unauthorized();
  }
};

export const tokenRoutes = (parts: OrganizationParts): Router => {
  const userInfo = endpoint(
    { reply: UserInfo, summary: 'Get the user or organization of an access token' },
    async ({ caller }) => {
      const { whom, scopes } = whomOf(caller);
      const claims = await findClaims(parts, whom);
      if (!claims) throw oauthErrors.InvalidToken('The user that the token acts for no longer exists.');
      return claimsWithin(claims, scopes);
    },
  );
  return Router()
    .post(
      '/oauth2/token',
      endpoint(
        {
          body: TokenRequest,
          isForm: true,
          reply: TokenReply,
          status: 200,
          summary: 'Exchange an authorization code or a refresh token for tokens',
        },
        async ({ body, req }) =>
          exchange(parts, await authenticateClient(parts, req.headers.authorization, body), body),
      ),
    )
    .post(
      '/oauth2/revoke',
      endpoint(
        { body: TokenQuery, isForm: true, reply: RevokeReply, status: 200, summary: 'Revoke a token' },
        async ({ body, req }) => {
          await revokeToken(parts, await authenticateClient(parts, req.headers.authorization, body), body);
          return {};
        },
      ),
    )
    .post(
      '/oauth2/introspect',
      endpoint(
        {
          body: TokenQuery,
          isForm: true,
          reply: IntrospectReply,
          status: 200,
          summary: 'Introspect a token',
        },
        async ({ body, req }) =>
          introspect(parts, await authenticateClient(parts, req.headers.authorization, body), body),
      ),
    )
    .get('/oauth2/userinfo', known, userInfo)
    .post('/oauth2/userinfo', known, userInfo);
};
