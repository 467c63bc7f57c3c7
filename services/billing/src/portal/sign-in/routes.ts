/** The HTTP API of customers' sessions. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerSession,
  CustomerSessionAuthenticate,
  CustomerSessionCodeRequest,
  CustomerSessionCodeRequested,
  CustomerSessionCreate,
  CustomerSessionIntrospection,
  CustomerSessionToken,
} from '@tessera/proto/api/billing/customer-session';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../../billing.ts';
import { clientAddressOf } from '../../customer-sessions/client-address.ts';
import { endSession, introspectSession } from '../../customer-sessions/sessions.ts';
import { createCustomerSession } from './create.ts';
import { authenticate, requestSignIn } from './sign-in.ts';

const endpoint = endpointFor(billingDialect);
const base = '/customer-portal/customer-session';

export const customerSessionRoutes = (billing: Billing): Router =>
  Router().use(sellerRoutes(billing), signInRoutes(billing));

const signInRoutes = (billing: Billing): Router =>
  Router()
    // 202 with a body: the contract's client throws on an empty one.
    .post(
      `${base}/request`,
      endpoint(
        {
          body: CustomerSessionCodeRequest,
          reply: CustomerSessionCodeRequested,
          status: 202,
          summary: 'Request a sign-in code by e-mail',
        },
        ({ body, req }) => requestSignIn(billing, body, clientAddressOf(req)),
      ),
    )
    .post(
      `${base}/authenticate`,
      endpoint(
        {
          body: CustomerSessionAuthenticate,
          reply: CustomerSessionToken,
          summary: 'Sign in with a code sent by e-mail',
        },
        ({ body, req }) => authenticate(billing, body, clientAddressOf(req)),
      ),
    )
    .get(
      `${base}/introspect`,
      endpoint({ reply: CustomerSessionIntrospection, summary: 'Get the customer session' }, ({ caller }) =>
        introspectSession(billing.db.manager, customerOf(caller).sessionId),
      ),
    )
    .delete(
      base,
      endpoint({ summary: 'Revoke this session' }, ({ caller }) =>
        endSession(billing.db.manager, customerOf(caller).sessionId),
      ),
    );

const sellerRoutes = (billing: Billing): Router =>
  Router().post(
    '/customer-sessions',
    needsScope('customer_sessions:write'),
    endpoint(
      {
        inPerson: true,
        body: CustomerSessionCreate,
        reply: CustomerSession,
        status: 201,
        summary: 'Create a customer session',
      },
      ({ body, caller }) => createCustomerSession(billing, caller, body),
    ),
  );
