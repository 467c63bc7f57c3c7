import type { WebhookEventStatus } from '@tessera/proto/api/webhook/delivery';
import type { WebhookDelivery, WebhookEvent } from '../../api/organization/webhooks.ts';

/** An event and the last attempt to deliver it to the endpoint. */
export type Message = { event: WebhookEvent; last: WebhookDelivery };

/** The API lists last attempts; the user interface shows messages. */
export const messageOf = (last: WebhookDelivery): Message => ({ event: last.webhookEvent, last });

/** Whether the message was delivered, will be retried, or failed. */
export const stateOf = ({ event }: Message): WebhookEventStatus => {
  if (event.succeeded === null) return 'retrying';
  return event.succeeded ? 'delivered' : 'failed';
};
