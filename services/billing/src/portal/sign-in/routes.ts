/** The HTTP face of customers' sessions. */
import { endpointFor } from '@tessera/kit/endpoint';
import { needsScope } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import { CustomerSession, CustomerSessionCreate } from '@tessera/proto/api/billing/customer-session';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../../billing.ts';
import { createCustomerSession } from './create.ts';

const endpoint = endpointFor(billingDialect);

export const customerSessionRoutes = (billing: Billing): Router =>
  Router().post(
    '/customer-sessions',
    needsScope('customer_sessions:write'),
    endpoint(
      {
        body: CustomerSessionCreate,
        reply: CustomerSession,
        status: 201,
        summary: 'Open a session for a customer',
      },
      ({ body, caller }) => createCustomerSession(billing, caller, body),
    ),
  );
