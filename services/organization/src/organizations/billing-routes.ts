/** Organizations in the billing API (contracts/billing.md, section 3). */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
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
import { manageableOrganization, readableIds, readableOrganization } from './scope.ts';
import { pageOrganizations } from './service.ts';
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
        {
          params: IdPath,
          row: readableOrganization(parts),
          reply: Organization,
          summary: 'Get an organization',
        },
        ({ row }) => viewOrganization(row),
      ),
    )
    .patch(
      '/organizations/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageableOrganization(parts),
          body: OrganizationUpdate,
          reply: Organization,
          summary: 'Update an organization',
        },
        ({ row, body, caller }) => updateOrganization(parts, caller, { id: row.id, change: body }),
      ),
    );
