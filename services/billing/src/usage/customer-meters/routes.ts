import { readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerCustomerMeter,
  CustomerCustomerMeterListQuery,
  CustomerCustomerMeterPage,
  CustomerMeter,
  CustomerMeterListQuery,
  CustomerMeterPage,
} from '@tessera/proto/api/billing/customer-meter';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findCustomerMeter } from './find.ts';
import { getCustomerMeter, getOwnMeter, listCustomerMeters, listOwnMeters, ownMeter } from './list.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('customer_meters:read');

export const customerMeterRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/customer-meters',
      needsRead,
      endpoint(
        { query: CustomerMeterListQuery, reply: CustomerMeterPage, summary: 'List customer meters' },
        ({ query, caller }) => listCustomerMeters(billing, caller, query),
      ),
    )
    .get(
      '/customer-meters/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findCustomerMeter),
          reply: CustomerMeter,
          summary: 'Get a customer meter',
        },
        ({ row }) => getCustomerMeter(billing, row),
      ),
    )
    .get(
      '/customer-portal/meters',
      endpoint(
        {
          query: CustomerCustomerMeterListQuery,
          reply: CustomerCustomerMeterPage,
          summary: "List the customer's meters",
        },
        ({ query, caller }) => listOwnMeters(billing, customerOf(caller), query),
      ),
    )
    .get(
      '/customer-portal/meters/:id',
      endpoint(
        {
          params: IdPath,
          row: ownMeter(billing),
          reply: CustomerCustomerMeter,
          summary: "Get a customer's meter",
        },
        ({ row }) => getOwnMeter(billing, row),
      ),
    );
