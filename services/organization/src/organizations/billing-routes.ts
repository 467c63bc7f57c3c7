/** Organizations in the billing API (contracts/billing.md, section 3). */
import { endpointFor } from '@tessera/kit/endpoint';
import { kitErrors } from '@tessera/kit/errors';
import { needsScope } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import {
  Organization,
  OrganizationCreate,
  OrganizationListQuery,
  OrganizationPage,
  OrganizationUpdate,
} from '@tessera/proto/api/billing/organization';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import { pageReply } from '@tessera/proto/api/page';
import type { OrganizationParts } from '../organization.ts';
import { readableIds, requireReader } from './scope.ts';
import { findOrganization, pageOrganizations } from './service.ts';
import { createFromBilling, updateOrganization } from './update.ts';
import { viewOrganization } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('organizations:read', 'organizations:write');
const needsWrite = needsScope('organizations:write');

export const organizationRoutes = (parts: OrganizationParts): Router =>
  Router()
    .get(
      '/organizations/',
      needsRead,
      endpoint(
        { query: OrganizationListQuery, reply: OrganizationPage, summary: 'List organizations' },
        async ({ query, caller }) => {
          const [rows, total] = await pageOrganizations(parts, await readableIds(parts, caller), query);
          return pageReply(rows.map(viewOrganization), total, query);
        },
      ),
    )
    .post(
      '/organizations/',
      needsWrite,
      endpoint(
        { body: OrganizationCreate, reply: Organization, status: 201, summary: 'Create an organization' },
        ({ body, caller }) => createFromBilling(parts, caller, body),
      ),
    )
    .get(
      '/organizations/:id',
      needsRead,
      endpoint(
        { params: IdPath, reply: Organization, summary: 'Get an organization' },
        async ({ params, caller }) => {
          await requireReader(parts, caller, params.id);
          const organization = await findOrganization(parts, params.id);
          if (!organization) throw kitErrors.ResourceNotFound();
          return viewOrganization(organization);
        },
      ),
    )
    .patch(
      '/organizations/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          body: OrganizationUpdate,
          reply: Organization,
          summary: 'Update an organization',
        },
        ({ params, body, caller }) => updateOrganization(parts, caller, { id: params.id, change: body }),
      ),
    );
