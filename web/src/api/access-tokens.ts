import {
  OrganizationAccessTokenCreate,
  OrganizationAccessTokenCreated,
  OrganizationAccessTokenPage,
  OrganizationAccessTokenUpdate,
} from '@tessera/proto/api/organization/access-token';
import type { z } from 'zod';
import { api, billingBody, billingReply, type ListArguments, listQuery } from './base.ts';

const path = '/billing/v1/organization-access-tokens/';

const accessTokens = api.injectEndpoints({
  endpoints: (build) => ({
    listAccessTokens: build.query<z.output<typeof OrganizationAccessTokenPage>, ListArguments>({
      query: (list) => ({ url: path, query: listQuery(list) }),
      transformResponse: billingReply(OrganizationAccessTokenPage),
      providesTags: ['AccessToken'],
    }),
    createAccessToken: build.mutation<
      OrganizationAccessTokenCreated,
      z.input<typeof OrganizationAccessTokenCreate>
    >({
      query: (token) => ({
        url: path,
        method: 'POST',
        body: billingBody(OrganizationAccessTokenCreate, token),
      }),
      transformResponse: billingReply(OrganizationAccessTokenCreated),
      invalidatesTags: ['AccessToken'],
    }),
    renameAccessToken: build.mutation<unknown, { id: string; comment: string }>({
      query: ({ id, comment }) => ({
        url: `${path}${id}`,
        method: 'PATCH',
        body: billingBody(OrganizationAccessTokenUpdate, { comment }),
      }),
      invalidatesTags: ['AccessToken'],
    }),
    revokeAccessToken: build.mutation<null, string>({
      query: (id) => ({ url: `${path}${id}`, method: 'DELETE' }),
      invalidatesTags: ['AccessToken'],
    }),
  }),
});

export const {
  useListAccessTokensQuery,
  useCreateAccessTokenMutation,
  useRenameAccessTokenMutation,
  useRevokeAccessTokenMutation,
} = accessTokens;
