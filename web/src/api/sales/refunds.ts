import { OrderInvoice } from '@tessera/proto/api/billing/order';
import {
  RefundCreate,
  RefundListQuery,
  SellersRefund as RefundShape,
} from '@tessera/proto/api/billing/refund';
import type { z } from 'zod';
import { api, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';

export type Refund = Stored<typeof RefundShape>;
export type RefundWish = z.input<typeof RefundCreate>;

const refunds = resource('Refund', '/billing/v1/refunds', { one: RefundShape, query: RefundListQuery });

/** The invoice of an order, or the credit note of a refund. */
export type Paper = { of: 'order' | 'refund'; id: string };

const paperPath = ({ of, id }: Paper): string =>
  of === 'order' ? `/billing/v1/orders/${id}/invoice` : `/billing/v1/refunds/${id}/credit-note`;

export const { useListRefundsQuery, useCreateRefundMutation, useMakePaperMutation, useLazyFindPaperQuery } =
  api.injectEndpoints({
    endpoints: (build) => ({
      listRefunds: refunds.list(build),
      // The order's refundable amount, the customer's state and the metrics change with it.
      createRefund: refunds.create(build, RefundCreate, [
        'Order',
        'CustomerState',
        'Metrics',
        'BenefitGrant',
      ]),
      /** The document is generated asynchronously: see `paperMade`. */
      makePaper: build.mutation<null, Paper>({
        query: (paper) => ({ url: paperPath(paper), method: 'POST' }),
      }),
      /** Download address of the document, valid for ten minutes; 404 until it is generated. */
      findPaper: build.query<Stored<typeof OrderInvoice>, Paper>({
        query: (paper) => ({ url: paperPath(paper) }),
        transformResponse: billingReply(OrderInvoice),
        keepUnusedDataFor: 0,
      }),
    }),
  });

/** The order reports its invoice only once it is generated. */
export const paperMade = () => api.util.invalidateTags(['Order']);
