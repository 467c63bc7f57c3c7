/** The HTTP API of customers' accounts on other platforms. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsCustomer } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { AccountAuthorize, AuthorizeReply, CallbackQuery } from '@tessera/proto/api/billing/integration';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../../billing.ts';
import { authorizeCustomer, returnCustomer } from './connect.ts';

const endpoint = endpointFor(billingDialect);
const base = '/customer-portal/oauth-accounts';
const authorize = { reply: AuthorizeReply, summary: 'Get the URL where the customer connects an account' };

export const accountRoutes = (billing: Billing): Router =>
  Router()
    .get(
      `${base}/authorize`,
      needsCustomer,
      endpoint({ ...authorize, query: AccountAuthorize }, ({ query, caller }) =>
        authorizeCustomer(billing, customerOf(caller), query),
      ),
    )
    .post(
      `${base}/authorize`,
      needsCustomer,
      endpoint({ ...authorize, body: AccountAuthorize }, ({ body, caller }) =>
        authorizeCustomer(billing, customerOf(caller), body),
      ),
    )
    .get(
      `${base}/callback`,
      endpoint(
        { query: CallbackQuery, status: 302, summary: 'Return from connecting an account' },
        async ({ query, res }) => {
          res.setHeader('location', await returnCustomer(billing, query));
        },
      ),
    );
