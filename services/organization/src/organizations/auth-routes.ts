/** Organizations in the auth API (contracts/auth.md, section 10). */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import {
  AuthFullOrganizationReply,
  AuthOrganization,
  AuthOrganizationCreate,
  AuthOrganizationCreated,
  AuthOrganizationList,
  AuthOrganizationUpdate,
  AuthOrganizationUpdated,
  CheckSlug,
  CheckSlugReply,
  FullOrganizationQuery,
  OrganizationListPage,
  OrganizationReference,
  SetActiveOrganization,
} from '@tessera/proto/api/organization/organization';
import type { OrganizationParts } from '../organization.ts';
import { createForUser } from './create-for-user.ts';
import { deleteOrganization } from './delete.ts';
import { organizationErrors } from './errors.ts';
import { getFullOrganization, setActiveOrganization } from './full.ts';
import { requestContextOf } from './request-context.ts';
import { listOrganizationsOf } from './service.ts';
import { checkSlug } from './slug.ts';
import { updateThroughAuth } from './update.ts';
import { viewAuthOrganization } from './view.ts';

const endpoint = endpointFor(authDialect);

export const authRoutes = (parts: OrganizationParts): Router =>
  Router()
    .post(
      '/organization/create',
      endpoint(
        {
          session: true,
          body: AuthOrganizationCreate,
          reply: AuthOrganizationCreated,
          summary: 'Create an organization',
        },
        ({ body, ...call }) => createForUser(parts, requestContextOf(call), body),
      ),
    )
    .post(
      '/organization/check-slug',
      endpoint(
        {
          session: true,
          body: CheckSlug,
          reply: CheckSlugReply,
          summary: 'Check whether a slug is available',
        },
        ({ body }) => checkSlug(parts, body.slug),
      ),
    )
    .post(
      '/organization/update',
      endpoint(
        { body: AuthOrganizationUpdate, reply: AuthOrganizationUpdated, summary: 'Update an organization' },
        ({ body, caller }) => {
          if (caller.kind !== 'user') throw organizationErrors.UserNotFound();
          return updateThroughAuth(parts, caller, body);
        },
      ),
    )
    .post(
      '/organization/delete',
      endpoint(
        {
          session: true,
          body: OrganizationReference,
          reply: AuthOrganization,
          summary: 'Delete an organization and everything in it',
        },
        ({ body, ...call }) => deleteOrganization(parts, requestContextOf(call), body.organizationId),
      ),
    )
    .post(
      '/organization/set-active',
      endpoint(
        {
          session: true,
          body: SetActiveOrganization,
          reply: AuthFullOrganizationReply,
          summary: 'Set the active organization',
        },
        ({ body, ...call }) => setActiveOrganization(parts, requestContextOf(call), body),
      ),
    )
    .get(
      '/organization/list',
      endpoint(
        {
          session: true,
          query: OrganizationListPage,
          reply: AuthOrganizationList,
          summary: 'List your organizations',
        },
        async ({ query, caller }) =>
          (await listOrganizationsOf(parts, caller.userId, query)).map(viewAuthOrganization),
      ),
    )
    .get(
      '/organization/get-full-organization',
      endpoint(
        {
          session: true,
          query: FullOrganizationQuery,
          reply: AuthFullOrganizationReply,
          summary: 'Get an organization with its members',
        },
        ({ query, caller }) => getFullOrganization(parts, caller, query),
      ),
    );
