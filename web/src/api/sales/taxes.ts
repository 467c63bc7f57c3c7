import {
  SellerDetailsQuery,
  SellerDetailsUpdate,
  SellerDetails as SellerShape,
} from '@tessera/proto/api/billing/seller';
import {
  TaxRegistrationCreate,
  TaxRegistrationListQuery,
  TaxRegistration as TaxRegistrationShape,
  TaxRegistrationUpdate,
} from '@tessera/proto/api/billing/tax';
import type { z } from 'zod';
import { api, billingBody, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { tagOf } from '../request/tags.ts';

export type TaxRegistration = Stored<typeof TaxRegistrationShape>;
export type SellerDetails = Stored<typeof SellerShape>;

const registrations = resource('TaxRegistration', '/billing/v1/tax-registrations', {
  one: TaxRegistrationShape,
  query: TaxRegistrationListQuery,
});
const details = '/billing/v1/seller-details';

export const {
  useListTaxRegistrationsQuery,
  useLazyListTaxRegistrationsQuery,
  useCreateTaxRegistrationMutation,
  useUpdateTaxRegistrationMutation,
  useDeleteTaxRegistrationMutation,
  useGetSellerDetailsQuery,
  useUpdateSellerDetailsMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listTaxRegistrations: registrations.list(build),
    createTaxRegistration: registrations.create(build, TaxRegistrationCreate),
    updateTaxRegistration: registrations.update(build, TaxRegistrationUpdate),
    deleteTaxRegistration: registrations.remove(build),
    getSellerDetails: build.query<SellerDetails, string>({
      query: (organizationId) => ({
        url: details,
        query: billingQuery(SellerDetailsQuery, { organizationId }),
      }),
      transformResponse: billingReply(SellerShape),
      providesTags: (_reply, _error, id) => [tagOf('SellerDetails', id)],
    }),
    updateSellerDetails: build.mutation<SellerDetails, z.input<typeof SellerDetailsUpdate>>({
      query: (changes) => ({
        url: details,
        method: 'PATCH',
        body: billingBody(SellerDetailsUpdate, changes),
      }),
      transformResponse: billingReply(SellerShape),
      invalidatesTags: (_reply, _error, { organizationId }) => [tagOf('SellerDetails', organizationId ?? '')],
    }),
  }),
});
