import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  Customer,
  CustomerCreate,
  CustomerDeleteQuery,
  CustomerListQuery,
  CustomerPage,
  CustomerState,
  CustomerUpdate,
  CustomerUpdateExternalId,
  ExternalIdPath,
} from '@tessera/proto/api/billing/customer';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { getCustomerState } from '../customer-states/read.ts';
import { deleteCustomer } from '../endings/customer.ts';
import { manageableByExternalId, readableByExternalId } from './by-external-id.ts';
import { findCustomer } from './find.ts';
import { listCustomers } from './list.ts';
import { createCustomer, updateCustomer } from './service.ts';
import { viewCustomer } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('customers:read', 'customers:write');
const needsWrite = needsScope('customers:write');

/** Routes by external id come first: `/customers/external/state` is the customer with the external id `state`. */
export const customerRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/customers',
      needsRead,
      endpoint(
        { query: CustomerListQuery, reply: CustomerPage, summary: 'List customers' },
        ({ query, caller }) => listCustomers(billing, caller, query),
      ),
    )
    .post(
      '/customers',
      needsWrite,
      endpoint(
        { body: CustomerCreate, reply: Customer, status: 201, summary: 'Create a customer' },
        ({ body, caller }) => createCustomer(billing, caller, body),
      ),
    )
    .use(routesByExternalId(billing), routesById(billing));

const routesByExternalId = (billing: Billing): Router =>
  Router()
    .get(
      '/customers/external/:externalId',
      needsRead,
      endpoint(
        {
          params: ExternalIdPath,
          row: readableByExternalId(billing),
          reply: Customer,
          summary: 'Get a customer by external id',
        },
        ({ row }) => viewCustomer(row),
      ),
    )
    .patch(
      '/customers/external/:externalId',
      needsWrite,
      endpoint(
        {
          params: ExternalIdPath,
          row: manageableByExternalId(billing),
          body: CustomerUpdateExternalId,
          reply: Customer,
          summary: 'Update a customer by external id',
        },
        ({ row, body }) => updateCustomer(billing, row, body),
      ),
    )
    .delete(
      '/customers/external/:externalId',
      needsWrite,
      endpoint(
        {
          params: ExternalIdPath,
          query: CustomerDeleteQuery,
          row: manageableByExternalId(billing),
          summary: 'Delete a customer by external id',
        },
        ({ row, query }) => deleteCustomer(billing, row, query),
      ),
    )
    .get(
      '/customers/external/:externalId/state',
      needsRead,
      endpoint(
        {
          params: ExternalIdPath,
          row: readableByExternalId(billing),
          reply: CustomerState,
          summary: "Get a customer's state by external id",
        },
        ({ row }) => getCustomerState(billing, row),
      ),
    );

const routesById = (billing: Billing): Router =>
  Router()
    .get(
      '/customers/:id',
      needsRead,
      endpoint(
        { params: IdPath, row: readable(billing, findCustomer), reply: Customer, summary: 'Get a customer' },
        ({ row }) => viewCustomer(row),
      ),
    )
    .patch(
      '/customers/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findCustomer),
          body: CustomerUpdate,
          reply: Customer,
          summary: 'Update a customer',
        },
        ({ row, body }) => updateCustomer(billing, row, body),
      ),
    )
    .delete(
      '/customers/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          query: CustomerDeleteQuery,
          row: manageable(billing, findCustomer),
          summary: 'Delete a customer',
        },
        ({ row, query }) => deleteCustomer(billing, row, query),
      ),
    )
    .get(
      '/customers/:id/state',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findCustomer),
          reply: CustomerState,
          summary: "Get a customer's state",
        },
        ({ row }) => getCustomerState(billing, row),
      ),
    );
