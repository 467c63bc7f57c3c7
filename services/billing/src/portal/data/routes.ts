/** The HTTP face of all that is kept of a customer. */
import { endpointFor } from '@tessera/kit/endpoint';
import { customerOf } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import { CustomerExport } from '@tessera/proto/api/billing/customer-export';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../../billing.ts';
import { exportOwnData } from './export.ts';

const endpoint = endpointFor(billingDialect);

export const portalDataRoutes = (billing: Billing): Router =>
  Router().get(
    '/customer-portal/customers/me/export',
    endpoint(
      { reply: CustomerExport, summary: 'Get all that is kept of this customer' },
      async ({ caller, res }) => {
        const data = await exportOwnData(billing, customerOf(caller));
        res.setHeader('content-disposition', 'attachment; filename="my-data.json"');
        return data;
      },
    ),
  );
