import {
  PriceChangeCreate,
  PriceChangePage,
  PriceChangeReach,
  PriceChange as PriceChangeShape,
} from '@tessera/proto/api/billing/price-change';
import type { z } from 'zod';
import { api, billingBody, billingReply, type Stored } from '../request/base.ts';
import { listTag } from '../request/tags.ts';

export type PriceChange = Stored<typeof PriceChangeShape>;

const path = '/billing/v1/products';
type Asked = z.input<typeof PriceChangeCreate> & { productId: string };

export const {
  useListPriceChangesQuery,
  useGetPriceChangeReachQuery,
  useCreatePriceChangeMutation,
  useWithdrawPriceChangeMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** The latest price changes of a product. */
    listPriceChanges: build.query<Stored<typeof PriceChangePage>, string>({
      query: (productId) => ({ url: `${path}/${productId}/price-changes?limit=5` }),
      transformResponse: billingReply(PriceChangePage),
      providesTags: [listTag('PriceChange')],
    }),
    getPriceChangeReach: build.query<Stored<typeof PriceChangeReach>, string>({
      query: (productId) => ({ url: `${path}/${productId}/price-changes/reach` }),
      transformResponse: billingReply(PriceChangeReach),
      providesTags: (_reply, _error, id) => [listTag('PriceChange'), { type: 'Product', id }],
    }),
    createPriceChange: build.mutation<PriceChange, Asked>({
      query: ({ productId, ...body }) => ({
        url: `${path}/${productId}/price-changes`,
        method: 'POST',
        body: billingBody(PriceChangeCreate, body),
      }),
      transformResponse: billingReply(PriceChangeShape),
      invalidatesTags: [listTag('PriceChange'), 'Subscription', 'UpcomingInvoice'],
    }),
    withdrawPriceChange: build.mutation<PriceChange, string>({
      query: (id) => ({ url: `/billing/v1/price-changes/${id}`, method: 'DELETE' }),
      transformResponse: billingReply(PriceChangeShape),
      invalidatesTags: [listTag('PriceChange'), 'Subscription', 'UpcomingInvoice'],
    }),
  }),
});
