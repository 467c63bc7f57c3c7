import {
  WebhookDeliveryListQuery,
  WebhookDeliveryPage,
  type WebhookDelivery as WebhookDeliveryShape,
  type WebhookEvent as WebhookEventShape,
} from '@tessera/proto/api/webhook/delivery';
import {
  WebhookEndpointCreate,
  WebhookEndpointListQuery,
  WebhookEndpoint as WebhookEndpointShape,
  WebhookEndpointUpdate,
} from '@tessera/proto/api/webhook/endpoint';
import type { Plain } from '@tessera/proto/api/wire';
import { api, billingQuery, billingReply, type Stored } from './base.ts';
import { resource } from './resource.ts';
import { listTag } from './tags.ts';

export type WebhookEndpoint = Stored<typeof WebhookEndpointShape>;
export type WebhookDelivery = Plain<WebhookDeliveryShape>;
export type WebhookEvent = Plain<WebhookEventShape>;

const endpoints = resource('WebhookEndpoint', '/billing/v1/webhooks/endpoints', {
  one: WebhookEndpointShape,
  query: WebhookEndpointListQuery,
});

export const {
  useListWebhookEndpointsQuery,
  useGetWebhookEndpointQuery,
  useCreateWebhookEndpointMutation,
  useUpdateWebhookEndpointMutation,
  useDeleteWebhookEndpointMutation,
  useListWebhookDeliveriesQuery,
  useListDeliveriesOfEventsQuery,
  useRedeliverWebhookEventMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhookEndpoints: endpoints.list(build),
    getWebhookEndpoint: endpoints.get(build),
    createWebhookEndpoint: endpoints.create(build, WebhookEndpointCreate),
    // A pause drops what was still waiting to be sent.
    updateWebhookEndpoint: endpoints.update(build, WebhookEndpointUpdate, [listTag('WebhookDelivery')]),
    deleteWebhookEndpoint: endpoints.remove(build),
    listWebhookDeliveries: build.query<
      Stored<typeof WebhookDeliveryPage>,
      { endpointId: string; page: number }
    >({
      query: ({ endpointId, page }) => ({
        url: '/billing/v1/webhooks/deliveries',
        query: billingQuery(WebhookDeliveryListQuery, { endpointId, page, limit: 25 }),
      }),
      transformResponse: billingReply(WebhookDeliveryPage),
      providesTags: [listTag('WebhookDelivery')],
    }),
    /** What endpoints were told of these events, at most a hundred attempts. */
    listDeliveriesOfEvents: build.query<Stored<typeof WebhookDeliveryPage>, string[]>({
      query: (eventId) => ({
        url: '/billing/v1/webhooks/deliveries',
        query: billingQuery(WebhookDeliveryListQuery, { eventId, limit: 100 }),
      }),
      transformResponse: billingReply(WebhookDeliveryPage),
      providesTags: [listTag('WebhookDelivery')],
    }),
    redeliverWebhookEvent: build.mutation<unknown, string>({
      query: (eventId) => ({ url: `/billing/v1/webhooks/events/${eventId}/redeliver`, method: 'POST' }),
      invalidatesTags: [listTag('WebhookDelivery')],
    }),
  }),
});
