/** The HTTP API of refunds. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { RefundCreate, RefundListQuery, RefundPage, SellersRefund } from '@tessera/proto/api/billing/refund';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../billing.ts';
import { createRefund } from './create.ts';
import { listRefunds } from './list.ts';

const endpoint = endpointFor(billingDialect);

export const refundRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/refunds',
      needsScope('refunds:read', 'refunds:write'),
      endpoint({ query: RefundListQuery, reply: RefundPage, summary: 'List refunds' }, ({ query, caller }) =>
        listRefunds(billing, caller, query),
      ),
    )
    .post(
      '/refunds',
      needsScope('refunds:write'),
      // 200: the contract's client drops the body of a 201.
      endpoint(
        { body: RefundCreate, reply: SellersRefund, status: 200, summary: 'Refund an order' },
        ({ body, caller }) => createRefund(billing, caller, body),
      ),
    );
