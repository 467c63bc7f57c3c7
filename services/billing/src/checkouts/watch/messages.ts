/** Messages of a checkout's stream, derived from the row. Pure. */
import type { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';
import type { CheckoutRow } from '../entity.ts';

type Facts = Pick<CheckoutRow, 'status' | 'orderId' | 'startedSubscriptionId' | 'isWebhookDelivered'>;
type Message = Pick<CheckoutStreamMessage, 'key' | 'payload'>;

/** All messages for the current state, in chronological order. */
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

/** The messages of `now` that are not in `before`. */
export const newMessages = (before: Message[], now: Message[]): Message[] => {
  const said = new Set(before.map((message) => JSON.stringify(message)));
  return now.filter((message) => !said.has(JSON.stringify(message)));
};

/** Whether no further message can follow: it cannot be paid any more, or the success webhook was delivered. */
export const isComplete = ({ status, isWebhookDelivered }: Facts): boolean =>
  status === 'expired' || status === 'failed' || (status === 'succeeded' && isWebhookDelivered);
