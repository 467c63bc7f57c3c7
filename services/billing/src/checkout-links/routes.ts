/** HTTP API of checkout links: routes for sellers, and the public redirect. */
import { isIP } from 'node:net';
import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CheckoutLink,
  CheckoutLinkCreate,
  CheckoutLinkListQuery,
  CheckoutLinkPage,
  CheckoutLinkSecretPath,
  CheckoutLinkUpdate,
  CheckoutLinkVisit,
} from '@tessera/proto/api/billing/checkout-link';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Request } from 'express';
import type { Billing } from '../billing.ts';
import { findCheckoutLink } from './entity.ts';
import { listCheckoutLinks } from './list.ts';
import { answerVisit } from './redirect.ts';
import { createCheckoutLink, deleteCheckoutLink, updateCheckoutLink } from './service.ts';
import { showCheckoutLink } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('checkout_links:read', 'checkout_links:write');
const needsWrite = needsScope('checkout_links:write');

export const checkoutLinkRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/checkout-links/:clientSecret/redirect',
      endpoint(
        {
          params: CheckoutLinkSecretPath,
          query: CheckoutLinkVisit,
          status: 307,
          summary: 'Open a checkout by a link (for browsers)',
        },
        ({ params, query, req, res }) =>
          answerVisit(billing, params.clientSecret, { query, req, res, address: addressOf(req) }),
      ),
    )
    .use(sellerRoutes(billing));

const sellerRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/checkout-links',
      needsRead,
      endpoint(
        { query: CheckoutLinkListQuery, reply: CheckoutLinkPage, summary: 'List checkout links' },
        ({ query, caller }) => listCheckoutLinks(billing, caller, query),
      ),
    )
    .post(
      '/checkout-links',
      needsWrite,
      endpoint(
        { body: CheckoutLinkCreate, reply: CheckoutLink, status: 201, summary: 'Create a checkout link' },
        ({ body, caller }) => createCheckoutLink(billing, caller, body),
      ),
    )
    .get(
      '/checkout-links/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findCheckoutLink),
          reply: CheckoutLink,
          summary: 'Get a checkout link',
        },
        ({ row }) => showCheckoutLink(billing, row),
      ),
    )
    .patch(
      '/checkout-links/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findCheckoutLink),
          body: CheckoutLinkUpdate,
          reply: CheckoutLink,
          summary: 'Update a checkout link',
        },
        ({ row, caller, body }) => updateCheckoutLink(billing, row, { caller, body }),
      ),
    )
    .delete(
      '/checkout-links/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findCheckoutLink),
          summary: 'Delete a checkout link',
        },
        ({ row }) => deleteCheckoutLink(billing, row),
      ),
    );

/** The visitor's IP address from the gateway's X-Forwarded-For, or null. */
const addressOf = (req: Request): string | null => {
  const first = req.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '';
  return isIP(first) ? first : null;
};
