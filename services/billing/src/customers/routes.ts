import { endpointFor } from '@tessera/kit/endpoint';
import { needsScope } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import {
  Customer,
  CustomerCreate,
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
import { listCustomers } from './list.ts';
import { getCustomer } from './read.ts';
import { createCustomer, updateCustomer } from './service.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('customers:read', 'customers:write');
const needsWrite = needsScope('customers:write');

/** Routes by the seller's own id come first: `/customers/external/state` is the customer named `state`. */
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
        { params: ExternalIdPath, reply: Customer, summary: 'Get a customer by external id' },
        ({ params, caller }) => getCustomer(billing, caller, params),
      ),
    )
    .patch(
      '/customers/external/:externalId',
      needsWrite,
      endpoint(
        {
          params: ExternalIdPath,
          body: CustomerUpdateExternalId,
          reply: Customer,
          summary: 'Update a customer by external id',
        },
        ({ params, body, caller }) => updateCustomer(billing, caller, { key: params, body }),
      ),
    )
    .delete(
      '/customers/external/:externalId',
      needsWrite,
      endpoint(
        { params: ExternalIdPath, summary: 'Delete a customer by external id' },
        ({ params, caller }) => deleteCustomer(billing, caller, params),
      ),
    )
    .get(
      '/customers/external/:externalId/state',
      needsRead,
      endpoint(
        { params: ExternalIdPath, reply: CustomerState, summary: "Get a customer's state by external id" },
        ({ params, caller }) => getCustomerState(billing, caller, params),
      ),
    );

const routesById = (billing: Billing): Router =>
  Router()
    .get(
      '/customers/:id',
      needsRead,
      endpoint({ params: IdPath, reply: Customer, summary: 'Get a customer' }, ({ params, caller }) =>
        getCustomer(billing, caller, params),
      ),
    )
    .patch(
      '/customers/:id',
      needsWrite,
      endpoint(
        { params: IdPath, body: CustomerUpdate, reply: Customer, summary: 'Update a customer' },
        ({ params, body, caller }) => updateCustomer(billing, caller, { key: params, body }),
      ),
    )
    .delete(
      '/customers/:id',
      needsWrite,
      endpoint({ params: IdPath, summary: 'Delete a customer' }, ({ params, caller }) =>
        deleteCustomer(billing, caller, params),
      ),
    )
    .get(
      '/customers/:id/state',
      needsRead,
      endpoint(
        { params: IdPath, reply: CustomerState, summary: "Get a customer's state" },
        ({ params, caller }) => getCustomerState(billing, caller, params),
      ),
    );
