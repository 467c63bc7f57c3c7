import { Benefit, BenefitCreate, BenefitPage, BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import { BenefitGrantPage } from '@tessera/proto/api/billing/benefit-grant';
import type { z } from 'zod';
import { api, billingBody, billingReply, type ListArguments, listQuery } from './base.ts';

const path = '/billing/v1/benefits/';

const benefits = api.injectEndpoints({
  endpoints: (build) => ({
    listBenefits: build.query<z.output<typeof BenefitPage>, ListArguments & { query?: string }>({
      query: ({ query, ...list }) => ({ url: path, query: { ...listQuery(list), query } }),
      transformResponse: billingReply(BenefitPage),
      providesTags: [{ type: 'Benefit', id: 'list' }],
    }),
    getBenefit: build.query<Benefit, string>({
      query: (id) => ({ url: `${path}${id}` }),
      transformResponse: billingReply(Benefit),
      providesTags: (_reply, _error, id) => [{ type: 'Benefit', id }],
    }),
    listBenefitGrants: build.query<z.output<typeof BenefitGrantPage>, { id: string; page: number }>({
      query: ({ id, page }) => ({
        url: `${path}${id}/grants`,
        query: { is_granted: true, page, limit: 10 },
      }),
      transformResponse: billingReply(BenefitGrantPage),
      providesTags: [{ type: 'Benefit', id: 'grants' }],
    }),
    createBenefit: build.mutation<Benefit, z.input<typeof BenefitCreate>>({
      query: (benefit) => ({ url: path, method: 'POST', body: billingBody(BenefitCreate, benefit) }),
      transformResponse: billingReply(Benefit),
      invalidatesTags: ['Benefit'],
    }),
    updateBenefit: build.mutation<Benefit, { id: string; changes: z.input<typeof BenefitUpdate> }>({
      query: ({ id, changes }) => ({
        url: `${path}${id}`,
        method: 'PATCH',
        body: billingBody(BenefitUpdate, changes),
      }),
      transformResponse: billingReply(Benefit),
      invalidatesTags: ['Benefit', 'Product'],
    }),
    deleteBenefit: build.mutation<null, string>({
      query: (id) => ({ url: `${path}${id}`, method: 'DELETE' }),
      // Not the deleted one itself: its page would ask for it once more and be told that it is gone.
      invalidatesTags: [{ type: 'Benefit', id: 'list' }, 'Product', 'Customer'],
    }),
  }),
});

export const {
  useListBenefitsQuery,
  useGetBenefitQuery,
  useListBenefitGrantsQuery,
  useCreateBenefitMutation,
  useUpdateBenefitMutation,
  useDeleteBenefitMutation,
} = benefits;
