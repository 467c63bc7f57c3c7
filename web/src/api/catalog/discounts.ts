import {
  DiscountCodeListQuery,
  DiscountCodePage,
  type DiscountCode as DiscountCodeShape,
  DiscountCodes,
  DiscountCodesCreate,
  DiscountCreate,
  DiscountListQuery,
  Discount as DiscountShape,
  DiscountUpdate,
} from '@tessera/proto/api/billing/discount';
import type { Plain } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { api, billingBody, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { tagOf } from '../request/tags.ts';

export type Discount = Stored<typeof DiscountShape>;
export type DiscountCode = Plain<DiscountCodeShape>;

const path = '/billing/v1/discounts';
const discounts = resource('Discount', path, { one: DiscountShape, query: DiscountListQuery });

/** Address of a discount's codes as a file. */
export const codesFile = (id: string): string => `/api${path}/${id}/codes/export`;

export const {
  useListDiscountsQuery,
  useGetDiscountQuery,
  useCreateDiscountMutation,
  useUpdateDiscountMutation,
  useDeleteDiscountMutation,
  useListDiscountCodesQuery,
  useCreateDiscountCodesMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listDiscounts: discounts.list(build),
    getDiscount: discounts.get(build),
    createDiscount: discounts.create(build, DiscountCreate),
    // Orders and subscriptions are shown with their discounts.
    updateDiscount: discounts.update(build, DiscountUpdate, ['Order', 'Subscription', 'UpcomingInvoice']),
    deleteDiscount: discounts.remove(build),
    listDiscountCodes: build.query<Stored<typeof DiscountCodePage>, { id: string; page: number }>({
      query: ({ id, page }) => ({
        url: `${path}/${id}/codes`,
        query: billingQuery(DiscountCodeListQuery, { page, limit: 10 }),
      }),
      transformResponse: billingReply(DiscountCodePage),
      providesTags: (_reply, _error, { id }) => [tagOf('DiscountCode', id)],
    }),
    createDiscountCodes: build.mutation<
      Stored<typeof DiscountCodes>,
      { id: string; codes: z.input<typeof DiscountCodesCreate> }
    >({
      query: ({ id, codes }) => ({
        url: `${path}/${id}/codes`,
        method: 'POST',
        body: billingBody(DiscountCodesCreate, codes),
      }),
      transformResponse: billingReply(DiscountCodes),
      invalidatesTags: (_reply, _error, { id }) => [tagOf('DiscountCode', id)],
    }),
  }),
});
