/** Deliveries: one attempt each to tell an endpoint of an event (contracts/billing.md, sections 4 and 5). */
import { z } from 'zod';
import { WebhookEventType } from '../billing/enums.ts';
import { flag, id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp, timestampInput } from '../wire.ts';

/** What is to be told to one endpoint. `succeeded` is null while attempts go on; `payload` is the body's text. */
export const WebhookEvent = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  type: z.string(),
  lastHttpCode: z.int().nullable(),
  succeeded: z.boolean().nullable(),
  payload: z.string(),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/**
 * An attempt. `httpCode` is null when no answer came, and `error` then says why. `durationMs` is in
 * milliseconds; `response` is the start of the answer's body.
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

/** What became of an event at an endpoint: told of it, still to be tried again, or given up. */
export const WebhookEventStatus = z.enum(['delivered', 'retrying', 'failed']);
export type WebhookEventStatus = z.infer<typeof WebhookEventStatus>;

/** What kind of answer came. */
export const HttpCodeClass = z.enum(['2xx', '3xx', '4xx', '5xx']);

/**
 * Filters, order and page of the list of deliveries; newest first unless asked otherwise. `succeeded` and `httpCodeClass`
 * are the attempt's own; `query` is looked for in what was sent, in any case. Ours are `status`, which is the event's and
 * not the attempt's, and `latest`: of the attempts to tell an endpoint of an event only the last, so that a page is one of
 * messages.
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
