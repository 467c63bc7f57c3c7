/** The HTTP face of the customer portal: what customers may do with a session of theirs. */
import { endpointFor } from '@tessera/kit/endpoint';
import { customerOf } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import { CustomerPortalCustomer } from '@tessera/proto/api/billing/customer-portal';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../billing.ts';
import { getOwnCustomer } from './customer.ts';

const endpoint = endpointFor(billingDialect);
const base = '/customer-portal';

export const portalRoutes = (billing: Billing): Router =>
  Router().get(
    `${base}/customers/me`,
    endpoint({ reply: CustomerPortalCustomer, summary: 'Get the customer of this session' }, ({ caller }) =>
      getOwnCustomer(billing, customerOf(caller)),
    ),
  );
