import type { WebhookDelivery, WebhookEvent } from '../../api/webhooks.ts';

/** An event and every attempt on the page to tell the endpoint of it, newest first. */
export type Message = { event: WebhookEvent; attempts: WebhookDelivery[] };

/** Attempts come newest first, one by one; a seller thinks in messages. */
export const messagesOf = (deliveries: readonly WebhookDelivery[]): Message[] => {
  const messages = new Map<string, Message>();
  for (const delivery of deliveries) {
    const { webhookEvent: event } = delivery;
    const message = messages.get(event.id) ?? { event, attempts: [] };
    message.attempts.push(delivery);
    messages.set(event.id, message);
  }
  return [...messages.values()];
};

/** Whether the message has arrived, will be tried again, or was given up. */
export const stateOf = ({ event }: Message): 'delivered' | 'retrying' | 'failed' => {
  if (event.succeeded === null) return 'retrying';
  return event.succeeded ? 'delivered' : 'failed';
};
