/** The HTTP API of invoices and credit notes. */
import { readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { OrderInvoice } from '@tessera/proto/api/billing/order';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import { z } from 'zod';
import type { Billing } from '../billing.ts';
import { findOrder } from '../orders/find.ts';
import { findRefund } from '../refunds/entity.ts';
import { getCreditNote, getInvoice, requestCreditNote, requestInvoice } from './request.ts';

const endpoint = endpointFor(billingDialect);
/** 202 with a body: the contract's client throws if it is empty. */
const accepted = { params: IdPath, reply: z.null(), status: 202 } as const;

export const invoiceRoutes = (billing: Billing): Router => {
  const order = readable(billing, findOrder);
  const refund = readable(billing, (em, { id }: { id: string }) => findRefund(em, id));
  return Router()
    .post(
      '/orders/:id/invoice',
      needsScope('orders:read'),
      endpoint({ ...accepted, row: order, summary: "Generate an order's invoice" }, ({ row }) =>
        requestInvoice(billing, row),
      ),
    )
    .get(
      '/orders/:id/invoice',
      needsScope('orders:read'),
      endpoint(
        {
          params: IdPath,
          row: order,
          reply: OrderInvoice,
          summary: "Get an order's invoice URL",
        },
        ({ row }) => getInvoice(billing, row),
      ),
    )
    .post(
      '/refunds/:id/credit-note',
      needsScope('refunds:read', 'refunds:write'),
      endpoint({ ...accepted, row: refund, summary: "Generate a refund's credit note" }, ({ row }) =>
        requestCreditNote(billing, row),
      ),
    )
    .get(
      '/refunds/:id/credit-note',
      needsScope('refunds:read', 'refunds:write'),
      endpoint(
        { params: IdPath, row: refund, reply: OrderInvoice, summary: "Get a credit note's URL" },
        ({ row }) => getCreditNote(billing, row),
      ),
    );
};
