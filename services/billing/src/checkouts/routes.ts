/** HTTP API of checkouts: routes for sellers, and for customers by client secret. */
import { isIP } from 'node:net';
import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  Checkout,
  CheckoutListQuery,
  CheckoutPage,
  CheckoutPublic,
  CheckoutPublicConfirmed,
} from '@tessera/proto/api/billing/checkout';
import {
  CheckoutConfirm,
  CheckoutCreate,
  CheckoutCreatePublic,
  CheckoutUpdate,
  CheckoutUpdatePublic,
  ClientSecretPath,
} from '@tessera/proto/api/billing/checkout-requests';
import { Purchase, PurchasesRequest } from '@tessera/proto/api/billing/purchase';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Request } from 'express';
import { findCheckout } from './entity.ts';
import { listCheckouts } from './list.ts';
import { createCheckout, createCheckoutPublic } from './open/create.ts';
import { updateCheckout, updateClientCheckout } from './open/update.ts';
import { confirmCheckout } from './pay/confirm.ts';
import { getPurchase } from './pay/purchase.ts';
import { requestPurchases } from './pay/remind.ts';
import { getCheckout, getClientCheckout } from './read.ts';
import { streamCheckout } from './watch/stream.ts';
import type { StreamingBilling } from './watch/streams.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('checkouts:read', 'checkouts:write');
const needsWrite = needsScope('checkouts:write');

/** All checkout routes, also under the legacy prefix `/checkouts/custom`. */
export const checkoutRoutes = (billing: StreamingBilling): Router => {
  const router = Router();
  for (const base of ['/checkouts/custom', '/checkouts'])
    router.use(clientRoutes(billing, base), sellerRoutes(billing, base));
  return router;
};

const sellerRoutes = (billing: StreamingBilling, base: string): Router =>
  Router()
    .get(
      base,
      needsRead,
      endpoint(
        { query: CheckoutListQuery, reply: CheckoutPage, summary: 'List checkouts' },
        ({ caller, query }) => listCheckouts(billing, caller, query),
      ),
    )
    .post(
      base,
      needsWrite,
      endpoint(
        { body: CheckoutCreate, reply: Checkout, status: 201, summary: 'Create a checkout' },
        ({ caller, body }) => createCheckout(billing, caller, body),
      ),
    )
    .get(
      `${base}/:id`,
      needsRead,
      endpoint(
        { params: IdPath, row: readable(billing, findCheckout), reply: Checkout, summary: 'Get a checkout' },
        ({ row }) => getCheckout(billing, row),
      ),
    )
    .patch(
      `${base}/:id`,
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findCheckout),
          body: CheckoutUpdate,
          reply: Checkout,
          summary: 'Update a checkout',
        },
        ({ row, body }) => updateCheckout(billing, row, body),
      ),
    );

const clientRoutes = (billing: StreamingBilling, base: string): Router =>
  Router()
    .post(
      `${base}/client`,
      endpoint(
        {
          body: CheckoutCreatePublic,
          reply: CheckoutPublic,
          status: 201,
          summary: 'Create a checkout for one product',
        },
        ({ body, req }) => createCheckoutPublic(billing, body, addressOf(req)),
      ),
    )
    .get(
      `${base}/client/:clientSecret`,
      endpoint(
        { params: ClientSecretPath, reply: CheckoutPublic, summary: 'Get a checkout as its customer' },
        ({ params }) => getClientCheckout(billing, params.clientSecret),
      ),
    )
    .get(
      `${base}/client/:clientSecret/purchase`,
      endpoint(
        { params: ClientSecretPath, reply: Purchase, summary: 'Get the purchase made at a checkout' },
        ({ params }) => getPurchase(billing, params.clientSecret),
      ),
    )
    .patch(
      `${base}/client/:clientSecret`,
      endpoint(
        {
          params: ClientSecretPath,
          body: CheckoutUpdatePublic,
          reply: CheckoutPublic,
          summary: 'Update a checkout as its customer',
        },
        ({ params, body }) => updateClientCheckout(billing, params.clientSecret, body),
      ),
    )
    .post(
      `${base}/client/:clientSecret/confirm`,
      endpoint(
        {
          params: ClientSecretPath,
          body: CheckoutConfirm,
          reply: CheckoutPublicConfirmed,
          summary: 'Confirm and pay a checkout',
        },
        ({ params, body }) => confirmCheckout(billing, params.clientSecret, body),
      ),
    )
    .post(
      `${base}/client/:clientSecret/purchases-mail`,
      endpoint(
        {
          params: ClientSecretPath,
          body: PurchasesRequest,
          summary: 'E-mail a buyer their earlier purchases',
        },
        ({ params, body }) => requestPurchases(billing, params.clientSecret, body.email),
      ),
    )
    .get(
      `${base}/client/:clientSecret/stream`,
      endpoint(
        {
          params: ClientSecretPath,
          media: 'text/event-stream',
          summary: "Stream a checkout's changes (server-sent events)",
        },
        ({ params, req, res }) =>
          streamCheckout(billing, params.clientSecret, { req, res, address: addressOf(req) }),
      ),
    );

/** The visitor's IP address from the gateway's X-Forwarded-For, or null. */
const addressOf = (req: Request): string | null => {
  const first = req.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '';
  return isIP(first) ? first : null;
};
