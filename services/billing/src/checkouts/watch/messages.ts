/** What a checkout's stream has to say, from the row alone: pure. */
import type { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';
import type { CheckoutRow } from '../entity.ts';

type Facts = Pick<CheckoutRow, 'status' | 'orderId' | 'startedSubscriptionId' | 'isWebhookDelivered'>;
type Message = Pick<CheckoutStreamMessage, 'key' | 'payload'>;

/** All that is true of a checkout now, in the order in which it came to be. */
export const messagesOf = (row: Facts): Message[] => [
  { key: 'checkout.updated', payload: { status: row.status } },
  ...(row.orderId ? [{ key: 'checkout.order_created' as const, payload: { order_id: row.orderId } }] : []),
  ...(row.startedSubscriptionId
    ? [
        {
          key: 'checkout.subscription_created' as const,
          payload: { subscription_id: row.startedSubscriptionId },
        },
      ]
    : []),
  ...(row.isWebhookDelivered
    ? [{ key: 'checkout.webhook_event_delivered' as const, payload: { status: row.status } }]
    : []),
];

/** What is true now and was not said in the round before. */
export const newMessages = (before: Message[], now: Message[]): Message[] => {
  const said = new Set(before.map((message) => JSON.stringify(message)));
  return now.filter((message) => !said.has(JSON.stringify(message)));
};

/** Whether nothing can follow: it will not be paid any more, or it was and the seller's server has heard of it. */
export const isComplete = ({ status, isWebhookDelivered }: Facts): boolean =>
  status === 'expired' || status === 'failed' || (status === 'succeeded' && isWebhookDelivered);
