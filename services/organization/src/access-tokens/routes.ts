/** Organization access tokens in the billing API. Managed by users; access tokens themselves may not call these. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { callerOf } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import {
  OrganizationAccessToken,
  OrganizationAccessTokenCreate,
  OrganizationAccessTokenCreated,
  OrganizationAccessTokenListQuery,
  OrganizationAccessTokenPage,
  OrganizationAccessTokenUpdate,
} from '@tessera/proto/api/organization/access-token';
import { pageReply } from '@tessera/proto/api/page';
import type { RequestHandler } from 'express';
import type { OrganizationParts } from '../organization.ts';
import { requirePerson } from '../organizations/scope.ts';
import {
  createAccessToken,
  manageableToken,
  pageAccessTokens,
  renameAccessToken,
  revokeAccessToken,
} from './service.ts';
import { viewAccessToken } from './view.ts';

const endpoint = endpointFor(billingDialect);

const person: RequestHandler = (req, _res, next) => {
  requirePerson(callerOf(req));
  next();
};

export const accessTokenRoutes = (parts: OrganizationParts): Router =>
  Router()
    .post(
      '/organization-access-tokens/',
      person,
      endpoint(
        {
          session: true,
          inPerson: true,
          body: OrganizationAccessTokenCreate,
          reply: OrganizationAccessTokenCreated,
          status: 201,
          summary: 'Create an access token; returned in full only once',
        },
        ({ body, caller }) => createAccessToken(parts, caller.userId, body),
      ),
    )
    .get(
      '/organization-access-tokens/',
      person,
      endpoint(
        {
          session: true,
          query: OrganizationAccessTokenListQuery,
          reply: OrganizationAccessTokenPage,
          summary: 'List access tokens',
        },
        async ({ query, caller }) => {
          const [rows, total] = await pageAccessTokens(parts, caller.userId, query);
          return pageReply(rows.map(viewAccessToken), total, query);
        },
      ),
    )
    .patch(
      '/organization-access-tokens/:id',
      person,
      endpoint(
        {
          session: true,
          params: IdPath,
          row: manageableToken(parts),
          body: OrganizationAccessTokenUpdate,
          reply: OrganizationAccessToken,
          summary: 'Rename an access token',
        },
        ({ row, body }) => renameAccessToken(parts, row, body),
      ),
    )
    .delete(
      '/organization-access-tokens/:id',
      person,
      endpoint(
        { session: true, params: IdPath, row: manageableToken(parts), summary: 'Revoke an access token' },
        ({ row }) => revokeAccessToken(parts, row),
      ),
    );
