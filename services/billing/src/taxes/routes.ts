/** The HTTP API of tax registrations. */
import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  TaxRegistration,
  TaxRegistrationCreate,
  TaxRegistrationListQuery,
  TaxRegistrationPage,
  TaxRegistrationUpdate,
} from '@tessera/proto/api/billing/tax';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { findTaxRegistration } from './entity.ts';
import {
  createTaxRegistration,
  deleteTaxRegistration,
  listTaxRegistrations,
  updateTaxRegistration,
} from './service.ts';
import { viewTaxRegistration } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('organizations:read', 'organizations:write');
const needsWrite = needsScope('organizations:write');

export const taxRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/tax-registrations',
      needsRead,
      endpoint(
        { query: TaxRegistrationListQuery, reply: TaxRegistrationPage, summary: 'List tax registrations' },
        ({ query, caller }) => listTaxRegistrations(billing, caller, query),
      ),
    )
    .post(
      '/tax-registrations',
      needsWrite,
      endpoint(
        {
          body: TaxRegistrationCreate,
          reply: TaxRegistration,
          status: 201,
          summary: 'Create a tax registration',
        },
        ({ body, caller }) => createTaxRegistration(billing, caller, body),
      ),
    )
    .get(
      '/tax-registrations/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findTaxRegistration),
          reply: TaxRegistration,
          summary: 'Get a tax registration',
        },
        ({ row }) => viewTaxRegistration(row, billing.now()),
      ),
    )
    .patch(
      '/tax-registrations/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findTaxRegistration),
          body: TaxRegistrationUpdate,
          reply: TaxRegistration,
          summary: 'Update a tax registration',
        },
        ({ row, body }) => updateTaxRegistration(billing, row, body),
      ),
    )
    .delete(
      '/tax-registrations/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findTaxRegistration),
          summary: 'Delete a tax registration',
        },
        ({ row }) => deleteTaxRegistration(billing, row),
      ),
    );
