import {
  LicenseKeyListQuery,
  LicenseKeyRead,
  LicenseKeyUpdate,
  LicenseKeyWithActivations,
} from '@tessera/proto/api/billing/license-key';
import { api, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { tagOf } from '../request/tags.ts';

export type LicenseKey = Stored<typeof LicenseKeyRead>;
/** A key with its activations. */
export type FullLicenseKey = Stored<typeof LicenseKeyWithActivations>;

const path = '/billing/v1/license-keys';
const keys = resource('LicenseKey', path, { one: LicenseKeyRead, query: LicenseKeyListQuery });

export const {
  useListLicenseKeysQuery,
  useGetLicenseKeyQuery,
  useUpdateLicenseKeyMutation,
  useDeleteActivationMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listLicenseKeys: keys.list(build),
    getLicenseKey: build.query<FullLicenseKey, string>({
      query: (id) => ({ url: `${path}/${id}` }),
      transformResponse: billingReply(LicenseKeyWithActivations),
      providesTags: (_reply, _error, id) => [tagOf('LicenseKey', id)],
    }),
    updateLicenseKey: keys.update(build, LicenseKeyUpdate),
    deleteActivation: build.mutation<null, { id: string; activationId: string }>({
      query: ({ id, activationId }) => ({
        url: `${path}/${id}/activations/${activationId}`,
        method: 'DELETE',
      }),
      invalidatesTags: (_reply, _error, { id }) => [tagOf('LicenseKey', id)],
    }),
  }),
});
