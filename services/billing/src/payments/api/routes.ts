/** The HTTP API of payments. */
import { readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { Payment, PaymentListQuery, PaymentPage } from '@tessera/proto/api/billing/payment';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findListedPayment } from '../entity.ts';
import { listPayments } from './list.ts';
import { showPayment } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('payments:read');

export const paymentRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/payments',
      needsRead,
      endpoint(
        { query: PaymentListQuery, reply: PaymentPage, summary: 'List payments' },
        ({ query, caller }) => listPayments(billing, caller, query),
      ),
    )
    .get(
      '/payments/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findListedPayment),
          reply: Payment,
          summary: 'Get a payment',
        },
        ({ row }) => showPayment(billing.db.manager, row),
      ),
    );
