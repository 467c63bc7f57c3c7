/** The HTTP face of orders. */
import { endpointFor } from '@tessera/kit/endpoint';
import { needsScope } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import { Order, OrderListQuery, OrderPage, OrderUpdate } from '@tessera/proto/api/billing/order';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { listOrders } from './list.ts';
import { getOrder } from './read.ts';
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
      endpoint({ params: IdPath, reply: Order, summary: 'Get an order' }, ({ caller, params }) =>
        getOrder(billing, caller, params.id),
      ),
    )
    .patch(
      '/orders/:id',
      needsScope('orders:write'),
      endpoint(
        { params: IdPath, body: OrderUpdate, reply: Order, summary: "Correct an order's billing details" },
        ({ caller, params, body }) => updateOrder(billing, caller, { id: params.id, body }),
      ),
    );
