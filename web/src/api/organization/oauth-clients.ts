import {
  OAuthClientCreate,
  OAuthClientListQuery,
  OAuthClientPage,
  OAuthClientRegistration,
  type OAuthClient as OAuthClientShape,
  OAuthClientUpdate,
} from '@tessera/proto/api/organization/oauth/client';
import type { Plain } from '@tessera/proto/api/wire';
import type { z } from 'zod';
import { api, billingBody, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { changeTags, listTag, tagOf } from '../request/tags.ts';

/** An app as its owner sees it. */
export type OAuthClient = Plain<OAuthClientShape>;
export type RegisteredClient = Stored<typeof OAuthClientRegistration>;

const path = '/billing/v1/oauth2';
const oneAt = (clientId: string): string => `${path}/register/${encodeURIComponent(clientId)}`;
const readOne = billingReply(OAuthClientRegistration);

export const {
  useListOAuthClientsQuery,
  useLazyListOAuthClientsQuery,
  useGetOAuthClientQuery,
  useCreateOAuthClientMutation,
  useUpdateOAuthClientMutation,
  useRenewOAuthSecretMutation,
  useDeleteOAuthClientMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** The user's own apps, and those of organizations that they manage. */
    listOAuthClients: build.query<Stored<typeof OAuthClientPage>, { page: number; limit?: number }>({
      query: ({ page, limit = 20 }) => ({
        url: `${path}/`,
        query: billingQuery(OAuthClientListQuery, { page, limit }),
      }),
      transformResponse: billingReply(OAuthClientPage),
      providesTags: (reply) => [
        listTag('OAuthClient'),
        ...(reply?.items ?? []).map(({ clientId }) => tagOf('OAuthClient', clientId)),
      ],
    }),
    getOAuthClient: build.query<RegisteredClient, string>({
      query: (clientId) => ({ url: oneAt(clientId) }),
      transformResponse: readOne,
      providesTags: (_reply, _error, clientId) => [tagOf('OAuthClient', clientId)],
    }),
    createOAuthClient: build.mutation<RegisteredClient, z.input<typeof OAuthClientCreate>>({
      query: (client) => ({
        url: `${path}/register`,
        method: 'POST',
        body: billingBody(OAuthClientCreate, client),
      }),
      transformResponse: readOne,
      invalidatesTags: [listTag('OAuthClient')],
    }),
    updateOAuthClient: build.mutation<RegisteredClient, z.input<typeof OAuthClientUpdate>>({
      query: (client) => ({
        url: oneAt(client.clientId),
        method: 'PUT',
        body: billingBody(OAuthClientUpdate, client),
      }),
      transformResponse: readOne,
      invalidatesTags: (_reply, _error, { clientId }) => changeTags('OAuthClient', clientId),
    }),
    renewOAuthSecret: build.mutation<RegisteredClient, string>({
      query: (clientId) => ({ url: `${oneAt(clientId)}/client-secret`, method: 'POST' }),
      transformResponse: readOne,
      invalidatesTags: (_reply, _error, clientId) => changeTags('OAuthClient', clientId),
    }),
    // The app's consents are deleted with it.
    deleteOAuthClient: build.mutation<unknown, string>({
      query: (clientId) => ({ url: oneAt(clientId), method: 'DELETE' }),
      invalidatesTags: [listTag('OAuthClient'), listTag('OAuthConsent')],
    }),
  }),
});
