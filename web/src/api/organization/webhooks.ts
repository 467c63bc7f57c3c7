import type { WebhookEventType } from '@tessera/proto/api/billing/enums';
import {
  WebhookDeliveryListQuery,
  WebhookDeliveryPage,
  type WebhookDelivery as WebhookDeliveryShape,
  type WebhookEvent as WebhookEventShape,
  type WebhookEventStatus,
} from '@tessera/proto/api/webhook/delivery';
import {
  WebhookEndpointCreate,
  WebhookEndpointListQuery,
  WebhookEndpoint as WebhookEndpointShape,
  WebhookEndpointUpdate,
  WebhookTestSent,
} from '@tessera/proto/api/webhook/endpoint';
import type { Plain } from '@tessera/proto/api/wire';
import { api, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { listTag } from '../request/tags.ts';

export type WebhookEndpoint = Stored<typeof WebhookEndpointShape>;
export type WebhookDelivery = Plain<WebhookDeliveryShape>;
export type WebhookEvent = Plain<WebhookEventShape>;

/** An attempt without its request and response bodies. */
export type WebhookAttempt = Omit<WebhookDelivery, 'response' | 'webhookEvent'> & {
  webhookEvent: Pick<WebhookEvent, 'id' | 'type' | 'isTest'>;
};
type AttemptPage = { items: WebhookAttempt[]; pagination: { totalCount: number; maxPage: number } };

/** Filters of an endpoint's deliveries. */
export type DeliveryFilters = {
  status?: WebhookEventStatus | undefined;
  eventType?: WebhookEventType | undefined;
  startTimestamp?: string | undefined;
  endTimestamp?: string | undefined;
  query?: string | undefined;
};

const readDeliveries = billingReply(WebhookDeliveryPage);

const attemptOf = (delivery: WebhookDelivery): WebhookAttempt => {
  const { id, createdAt, modifiedAt, succeeded, httpCode, durationMs, error, webhookEndpointId } = delivery;
  const { id: eventId, type, isTest } = delivery.webhookEvent;
  const webhookEvent = { id: eventId, type, isTest };
  return {
    id,
    createdAt,
    modifiedAt,
    succeeded,
    httpCode,
    durationMs,
    error,
    webhookEndpointId,
    webhookEvent,
  };
};

const endpoints = resource('WebhookEndpoint', '/billing/v1/webhooks/endpoints', {
  one: WebhookEndpointShape,
  query: WebhookEndpointListQuery,
});

export const {
  useListWebhookEndpointsQuery,
  useLazyListWebhookEndpointsQuery,
  useGetWebhookEndpointQuery,
  useCreateWebhookEndpointMutation,
  useUpdateWebhookEndpointMutation,
  useDeleteWebhookEndpointMutation,
  useListWebhookDeliveriesQuery,
  useLazyReadWebhookDeliveriesQuery,
  useListAttemptsOfMessageQuery,
  useListDeliveriesOfEventsQuery,
  useRedeliverWebhookEventMutation,
  useTestWebhookEndpointMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhookEndpoints: endpoints.list(build),
    getWebhookEndpoint: endpoints.get(build),
    createWebhookEndpoint: endpoints.create(build, WebhookEndpointCreate),
    // A pause cancels pending deliveries.
    updateWebhookEndpoint: endpoints.update(build, WebhookEndpointUpdate, [listTag('WebhookDelivery')]),
    deleteWebhookEndpoint: endpoints.remove(build),
    /** The last attempt of each message. */
    listWebhookDeliveries: build.query<
      Stored<typeof WebhookDeliveryPage>,
      DeliveryFilters & { endpointId: string; page: number }
    >({
      query: (asked) => ({
        url: '/billing/v1/webhooks/deliveries',
        query: billingQuery(WebhookDeliveryListQuery, { ...asked, limit: 25, latest: true }),
      }),
      transformResponse: billingReply(WebhookDeliveryPage),
      providesTags: [listTag('WebhookDelivery')],
    }),
    /** All attempts to deliver an event to the endpoint, newest first, at most a hundred. */
    listAttemptsOfMessage: build.query<
      Stored<typeof WebhookDeliveryPage>,
      { endpointId: string; eventId: string }
    >({
      query: (asked) => ({
        url: '/billing/v1/webhooks/deliveries',
        query: billingQuery(WebhookDeliveryListQuery, { ...asked, limit: 100 }),
      }),
      transformResponse: billingReply(WebhookDeliveryPage),
      providesTags: [listTag('WebhookDelivery')],
    }),
    /** For iterating over all pages: bodies are large, so nothing is cached. */
    readWebhookDeliveries: build.query<
      AttemptPage,
      DeliveryFilters & { endpointId: string; page: number; limit: number }
    >({
      query: (asked) => ({
        url: '/billing/v1/webhooks/deliveries',
        query: billingQuery(WebhookDeliveryListQuery, asked),
      }),
      transformResponse: (reply) => {
        const { items, pagination } = readDeliveries(reply);
        return { items: items.map(attemptOf), pagination };
      },
      keepUnusedDataFor: 0,
    }),
    /** Deliveries of these events, at most a hundred attempts. */
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
    testWebhookEndpoint: build.mutation<
      Stored<typeof WebhookTestSent>,
      { id: string; type: WebhookEventType }
    >({
      query: ({ id, type }) => ({
        url: `/billing/v1/webhooks/endpoints/${id}/test`,
        method: 'POST',
        body: { type },
      }),
      transformResponse: billingReply(WebhookTestSent),
      invalidatesTags: [listTag('WebhookDelivery')],
    }),
  }),
});
