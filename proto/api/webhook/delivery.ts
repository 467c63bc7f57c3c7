/**
 * Webhook deliveries: each is one attempt to send an event to an endpoint (contracts/billing.md, sections 4 and 5).
 */
import { z } from 'zod';
import { WebhookEventType } from '../billing/enums.ts';
import { flag, id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp, timestampInput } from '../wire.ts';

/**
 * An event for one endpoint. `succeeded` is null while it is pending; `payload` is the text of the body. `isTest`
 * (addition to the contract; a service before this field omits it): sample data that was sent to test the endpoint.
 */
export const WebhookEvent = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  type: z.string(),
  lastHttpCode: z.int().nullable(),
  succeeded: z.boolean().nullable(),
  payload: z.string(),
  isTest: z.boolean().optional(),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/**
 * An attempt. `httpCode` is null if there was no response, and `error` then has the reason. `response` is the
 * beginning of the response's body.
 */
export const WebhookDelivery = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  succeeded: z.boolean(),
  httpCode: z.int().nullable(),
  durationMs: z.int(),
  response: z.string().nullable(),
  error: z.string().nullable(),
  webhookEndpointId: z.string(),
  webhookEvent: WebhookEvent,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliverySortProperty = z.enum(['created_at', '-created_at']);

/** State of an event at an endpoint: delivered, to be retried, or out of retries. */
export const WebhookEventStatus = z.enum(['delivered', 'retrying', 'failed']);
export type WebhookEventStatus = z.infer<typeof WebhookEventStatus>;

/** Class of the response's status code. */
export const HttpCodeClass = z.enum(['2xx', '3xx', '4xx', '5xx']);

/**
 * Filters, order and page of the list of deliveries, newest first by default. `succeeded` and `httpCodeClass` filter
 * attempts; `query` searches the payload, case-insensitive. Additions to the contract: `status`, the state of the
 * event, and `latest`: only the last attempt per event and endpoint, so that the page lists messages.
 */
export const WebhookDeliveryListQuery = PageQuery.extend({
  sorting: sortingOf(WebhookDeliverySortProperty, '-created_at'),
  endpointId: oneOrMany(id).optional(),
  organizationId: oneOrMany(id).optional(),
  eventId: oneOrMany(id).optional(),
  eventType: oneOrMany(WebhookEventType).optional(),
  status: oneOrMany(WebhookEventStatus).optional(),
  succeeded: flag.optional(),
  httpCodeClass: HttpCodeClass.optional(),
  query: text.max(200).optional(),
  latest: flag.optional(),
  startTimestamp: timestampInput.optional(),
  endTimestamp: timestampInput.optional(),
});
export type WebhookDeliveryListQuery = z.output<typeof WebhookDeliveryListQuery>;

/** A page of deliveries. */
export const WebhookDeliveryPage = pageOf(WebhookDelivery);
