/** The HTTP API of failed payments. */
import { manageable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { OrderPaymentRetry } from '@tessera/proto/api/billing/order';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { findOrder } from '../orders/find.ts';
import { retryPayment } from './dunning/by-seller.ts';

const endpoint = endpointFor(billingDialect);

export const renewalRoutes = (billing: Billing): Router =>
  Router().post(
    '/orders/:id/retry-payment',
    needsScope('orders:write'),
    endpoint(
      {
        params: IdPath,
        row: manageable(billing, findOrder),
        reply: OrderPaymentRetry,
        summary: "Retry an order's failed payment now, with the customer's saved payment method",
      },
      ({ row }) => retryPayment(billing, row),
    ),
  );
