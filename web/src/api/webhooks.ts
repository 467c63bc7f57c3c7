import { WebhookDeliveryPage } from '@tessera/proto/api/webhook/delivery';
import {
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointPage,
  WebhookEndpointUpdate,
} from '@tessera/proto/api/webhook/endpoint';
import type { z } from 'zod';
import { api, billingBody, billingReply, type ListArguments, listQuery } from './base.ts';

type ChangeEndpoint = { id: string; changes: z.input<typeof WebhookEndpointUpdate> };

const path = '/billing/v1/webhooks/endpoints';

const webhooks = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhookEndpoints: build.query<z.output<typeof WebhookEndpointPage>, ListArguments>({
      query: (list) => ({ url: path, query: listQuery(list) }),
      transformResponse: billingReply(WebhookEndpointPage),
      providesTags: [{ type: 'WebhookEndpoint', id: 'list' }],
    }),
    getWebhookEndpoint: build.query<WebhookEndpoint, string>({
      query: (id) => ({ url: `${path}/${id}` }),
      transformResponse: billingReply(WebhookEndpoint),
      providesTags: (_reply, _error, id) => [{ type: 'WebhookEndpoint', id }],
    }),
    createWebhookEndpoint: build.mutation<WebhookEndpoint, z.input<typeof WebhookEndpointCreate>>({
      query: (endpoint) => ({
        url: path,
        method: 'POST',
        body: billingBody(WebhookEndpointCreate, endpoint),
      }),
      transformResponse: billingReply(WebhookEndpoint),
      invalidatesTags: ['WebhookEndpoint'],
    }),
    updateWebhookEndpoint: build.mutation<WebhookEndpoint, ChangeEndpoint>({
      query: ({ id, changes }) => ({
        url: `${path}/${id}`,
        method: 'PATCH',
        body: billingBody(WebhookEndpointUpdate, changes),
      }),
      transformResponse: billingReply(WebhookEndpoint),
      invalidatesTags: ['WebhookEndpoint'],
    }),
    deleteWebhookEndpoint: build.mutation<null, string>({
      query: (id) => ({ url: `${path}/${id}`, method: 'DELETE' }),
      invalidatesTags: [{ type: 'WebhookEndpoint', id: 'list' }],
    }),
    listWebhookDeliveries: build.query<
      z.output<typeof WebhookDeliveryPage>,
      { endpointId: string; page: number }
    >({
      query: ({ endpointId, page }) => ({
        url: '/billing/v1/webhooks/deliveries',
        query: { endpoint_id: endpointId, page, limit: 25 },
      }),
      transformResponse: billingReply(WebhookDeliveryPage),
      providesTags: ['WebhookDelivery'],
    }),
    redeliverWebhookEvent: build.mutation<unknown, string>({
      query: (eventId) => ({ url: `/billing/v1/webhooks/events/${eventId}/redeliver`, method: 'POST' }),
      invalidatesTags: ['WebhookDelivery'],
    }),
  }),
});

export const {
  useListWebhookEndpointsQuery,
  useGetWebhookEndpointQuery,
  useCreateWebhookEndpointMutation,
  useUpdateWebhookEndpointMutation,
  useDeleteWebhookEndpointMutation,
  useListWebhookDeliveriesQuery,
  useRedeliverWebhookEventMutation,
} = webhooks;
