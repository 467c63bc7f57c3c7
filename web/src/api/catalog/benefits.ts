import {
  BenefitCreate,
  BenefitGrantListQuery,
  BenefitListQuery,
  Benefit as BenefitShape,
  BenefitUpdate,
} from '@tessera/proto/api/billing/benefit';
import {
  BenefitGrantPage,
  type BenefitGrant as BenefitGrantShape,
} from '@tessera/proto/api/billing/benefit-grant';
import type { Plain } from '@tessera/proto/api/wire';
import { api, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { tagOf } from '../request/tags.ts';

export type Benefit = Stored<typeof BenefitShape>;
export type BenefitGrant = Plain<BenefitGrantShape>;

const path = '/billing/v1/benefits';
const benefits = resource('Benefit', path, { one: BenefitShape, query: BenefitListQuery });

export const {
  useListBenefitsQuery,
  useGetBenefitQuery,
  useListBenefitGrantsQuery,
  useLazyListBenefitGrantsQuery,
  useRetryBenefitGrantMutation,
  useCreateBenefitMutation,
  useUpdateBenefitMutation,
  useDeleteBenefitMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listBenefits: benefits.list(build),
    getBenefit: benefits.get(build),
    /** Grants of a benefit, by the benefit's id. */
    listBenefitGrants: build.query<
      Stored<typeof BenefitGrantPage>,
      { id: string; page: number; isGranted: boolean; limit?: number }
    >({
      query: ({ id, page, isGranted, limit = 10 }) => ({
        url: `${path}/${id}/grants`,
        query: billingQuery(BenefitGrantListQuery, { isGranted, page, limit }),
      }),
      transformResponse: billingReply(BenefitGrantPage),
      providesTags: (_reply, _error, { id }) => [tagOf('BenefitGrant', id)],
    }),
    retryBenefitGrant: build.mutation<unknown, { benefitId: string; id: string }>({
      query: ({ benefitId, id }) => ({ url: `${path}/${benefitId}/grants/${id}/retry`, method: 'POST' }),
    }),
    createBenefit: benefits.create(build, BenefitCreate),
    // Products are shown with their benefits.
    updateBenefit: benefits.update(build, BenefitUpdate, ['Product']),
    deleteBenefit: benefits.remove(build, ['Product', 'CustomerState']),
  }),
});
