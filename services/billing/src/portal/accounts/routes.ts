/** The HTTP API of customers' accounts on other platforms. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsCustomer } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { AccountAuthorize, AuthorizeReply, CallbackQuery } from '@tessera/proto/api/billing/integration';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../../billing.ts';
import { stateSeconds } from '../../catalog/integrations/states.ts';
import { browserOf, markBrowser } from './browser.ts';
import { authorizeCustomer, returnCustomer } from './connect.ts';

const endpoint = endpointFor(billingDialect);
const base = '/customer-portal/oauth-accounts';
const authorize = { reply: AuthorizeReply, summary: 'Get the URL where the customer connects an account' };

export const accountRoutes = (billing: Billing): Router => {
  const mark = (exchanged: Parameters<typeof markBrowser>[0]) =>
    markBrowser(exchanged, { publicUrl: billing.publicUrl, seconds: stateSeconds });
  return Router()
    .get(
      `${base}/authorize`,
      needsCustomer,
      endpoint({ ...authorize, query: AccountAuthorize }, ({ query, caller, req, res }) =>
        authorizeCustomer(billing, customerOf(caller), { ...query, browser: mark({ req, res }) }),
      ),
    )
    .post(
      `${base}/authorize`,
      needsCustomer,
      endpoint({ ...authorize, body: AccountAuthorize }, ({ body, caller, req, res }) =>
        authorizeCustomer(billing, customerOf(caller), { ...body, browser: mark({ req, res }) }),
      ),
    )
    .get(
      `${base}/callback`,
      endpoint(
        { query: CallbackQuery, status: 302, summary: 'Return from connecting an account' },
        async ({ query, req, res }) => {
          const browser = browserOf(req, billing.publicUrl);
          res.setHeader('location', await returnCustomer(billing, { ...query, browser }));
        },
      ),
    );
};
