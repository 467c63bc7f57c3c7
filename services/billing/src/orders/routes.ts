/** The HTTP API of orders. */
import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { Order, OrderListQuery, OrderPage, OrderUpdate } from '@tessera/proto/api/billing/order';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { findOrder } from './find.ts';
import { listOrders } from './list.ts';
import { getOrder } from './read.ts';
import { requestReceipt } from './receipt.ts';
import { updateOrder } from './update.ts';

const endpoint = endpointFor(billingDialect);

export const orderRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/orders',
      needsScope('orders:read'),
      endpoint({ query: OrderListQuery, reply: OrderPage, summary: 'List orders' }, ({ caller, query }) =>
        listOrders(billing, caller, query),
      ),
    )
    .get(
      '/orders/:id',
      needsScope('orders:read'),
      endpoint(
        { params: IdPath, row: readable(billing, findOrder), reply: Order, summary: 'Get an order' },
        ({ row }) => getOrder(billing, row),
      ),
    )
    .post(
      '/orders/:id/receipt',
      needsScope('orders:write'),
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findOrder),
          status: 202,
          summary: "Resend an order's receipt",
        },
        ({ row }) => requestReceipt(billing, row),
      ),
    )
    .patch(
      '/orders/:id',
      needsScope('orders:write'),
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findOrder),
          body: OrderUpdate,
          reply: Order,
          summary: "Update an order's billing details",
        },
        ({ row, body }) => updateOrder(billing, row, body),
      ),
    );
