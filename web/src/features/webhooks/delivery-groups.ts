import type { WebhookEventStatus } from '@tessera/proto/api/webhook/delivery';
import type { WebhookDelivery, WebhookEvent } from '../../api/webhooks.ts';

/** An event and the last attempt to tell the endpoint of it. */
export type Message = { event: WebhookEvent; last: WebhookDelivery };

/** The list is of last attempts; a seller thinks in messages. */
export const messageOf = (last: WebhookDelivery): Message => ({ event: last.webhookEvent, last });

/** Whether the message has arrived, will be tried again, or was given up. */
export const stateOf = ({ event }: Message): WebhookEventStatus => {
  if (event.succeeded === null) return 'retrying';
  return event.succeeded ? 'delivered' : 'failed';
};
