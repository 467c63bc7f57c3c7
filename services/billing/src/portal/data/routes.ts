/** The HTTP API of the export of customers' data. */
import { readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { CustomerExport } from '@tessera/proto/api/billing/customer-export';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findCustomer } from '../../customers/find.ts';
import { exportCustomer, exportOwnData } from './export.ts';
import { sendExport } from './send.ts';

const endpoint = endpointFor(billingDialect);

export const portalDataRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/customer-portal/customers/me/export',
      endpoint({ sent: CustomerExport, summary: "Export the customer's data" }, async ({ caller, res }) =>
        sendExport(res, await exportOwnData(billing, customerOf(caller)), 'my-data.json'),
      ),
    )
    .get(
      '/customers/:id/export',
      needsScope('customers:read', 'customers:write'),
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findCustomer),
          sent: CustomerExport,
          summary: "Export a customer's data",
        },
        async ({ row, res }) =>
          sendExport(res, await exportCustomer(billing, row), `customer-${row.id}.json`),
      ),
    );
