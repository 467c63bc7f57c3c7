import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomField,
  CustomFieldCreate,
  CustomFieldListQuery,
  CustomFieldPage,
  CustomFieldUpdate,
} from '@tessera/proto/api/billing/custom-field';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { changeCustomField, deleteCustomField } from '../../endings/custom-field.ts';
import { findCustomField } from './find.ts';
import { listCustomFields } from './list.ts';
import { createCustomField } from './service.ts';
import { viewCustomField } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('custom_fields:read', 'custom_fields:write');
const needsWrite = needsScope('custom_fields:write');

export const customFieldRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/custom-fields',
      needsRead,
      endpoint(
        { query: CustomFieldListQuery, reply: CustomFieldPage, summary: 'List custom fields' },
        ({ query, caller }) => listCustomFields(billing, caller, query),
      ),
    )
    .post(
      '/custom-fields',
      needsWrite,
      endpoint(
        { body: CustomFieldCreate, reply: CustomField, status: 201, summary: 'Create a custom field' },
        ({ body, caller }) => createCustomField(billing, caller, body),
      ),
    )
    .get(
      '/custom-fields/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findCustomField),
          reply: CustomField,
          summary: 'Get a custom field',
        },
        ({ row }) => viewCustomField(row),
      ),
    )
    .patch(
      '/custom-fields/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findCustomField),
          body: CustomFieldUpdate,
          reply: CustomField,
          summary: 'Update a custom field',
        },
        ({ row, body }) => changeCustomField(billing, row, body),
      ),
    )
    .delete(
      '/custom-fields/:id',
      needsWrite,
      endpoint(
        { params: IdPath, row: manageable(billing, findCustomField), summary: 'Delete a custom field' },
        ({ row }) => deleteCustomField(billing, row),
      ),
    );
