import {
  OrganizationAccessTokenCreate,
  OrganizationAccessTokenCreated,
  OrganizationAccessTokenListQuery,
  OrganizationAccessToken as OrganizationAccessTokenShape,
  OrganizationAccessTokenUpdate,
} from '@tessera/proto/api/organization/access-token';
import type { z } from 'zod';
import { api, billingBody, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { listTag } from '../request/tags.ts';

export type OrganizationAccessToken = Stored<typeof OrganizationAccessTokenShape>;

const path = '/billing/v1/organization-access-tokens';
const accessTokens = resource('AccessToken', path, {
  one: OrganizationAccessTokenShape,
  query: OrganizationAccessTokenListQuery,
});

export const {
  useListAccessTokensQuery,
  useLazyListAccessTokensQuery,
  useCreateAccessTokenMutation,
  useUpdateAccessTokenMutation,
  useDeleteAccessTokenMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listAccessTokens: accessTokens.list(build),
    /** The only response that contains the token's text. */
    createAccessToken: build.mutation<
      Stored<typeof OrganizationAccessTokenCreated>,
      z.input<typeof OrganizationAccessTokenCreate>
    >({
      query: (token) => ({
        url: `${path}/`,
        method: 'POST',
        body: billingBody(OrganizationAccessTokenCreate, token),
      }),
      transformResponse: billingReply(OrganizationAccessTokenCreated),
      invalidatesTags: [listTag('AccessToken')],
    }),
    updateAccessToken: accessTokens.update(build, OrganizationAccessTokenUpdate),
    deleteAccessToken: accessTokens.remove(build),
  }),
});
