/** The HTTP API of all that is kept of a customer. */
import { readable } from '@tessera/kit/access';
import { endpointFor } from '@tessera/kit/endpoint';
import { customerOf, needsScope } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import { CustomerExport } from '@tessera/proto/api/billing/customer-export';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findCustomer } from '../../customers/find.ts';
import { exportCustomer, exportOwnData } from './export.ts';

const endpoint = endpointFor(billingDialect);

export const portalDataRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/customer-portal/customers/me/export',
      endpoint(
        { reply: CustomerExport, summary: 'Get all that is kept of this customer' },
        async ({ caller, res }) => {
          const data = await exportOwnData(billing, customerOf(caller));
          res.setHeader('content-disposition', 'attachment; filename="my-data.json"');
          return data;
        },
      ),
    )
    .get(
      '/customers/:id/export',
      needsScope('customers:read', 'customers:write'),
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findCustomer),
          reply: CustomerExport,
          summary: 'Get all that is kept of a customer',
        },
        async ({ row, res }) => {
          const data = await exportCustomer(billing, row);
          res.setHeader('content-disposition', `attachment; filename="customer-${row.id}.json"`);
          return data;
        },
      ),
    );
