/** The HTTP API of the history of orders, subscriptions and customers. */
import { readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { HistoryPage, HistoryQuery } from '@tessera/proto/api/billing/history';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { findCustomer } from '../customers/find.ts';
import { findOrder } from '../orders/find.ts';
import { findSubscription } from '../subscriptions/find.ts';
import { listHistory } from './list.ts';

const endpoint = endpointFor(billingDialect);
const shapes = { params: IdPath, query: HistoryQuery, reply: HistoryPage } as const;

export const historyRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/orders/:id/history',
      needsScope('orders:read'),
      endpoint(
        { ...shapes, row: readable(billing, findOrder), summary: "List an order's history" },
        ({ row, query }) => listHistory(billing, 'order_id', { ...query, id: row.id }),
      ),
    )
    .get(
      '/subscriptions/:id/history',
      needsScope('subscriptions:read', 'subscriptions:write'),
      endpoint(
        {
          ...shapes,
          row: readable(billing, findSubscription),
          summary: "List a subscription's history",
        },
        ({ row, query }) => listHistory(billing, 'subscription_id', { ...query, id: row.id }),
      ),
    )
    .get(
      '/customers/:id/history',
      needsScope('customers:read', 'customers:write'),
      endpoint(
        { ...shapes, row: readable(billing, findCustomer), summary: "List a customer's history" },
        ({ row, query }) => listHistory(billing, 'customer_id', { ...query, id: row.id }),
      ),
    );
