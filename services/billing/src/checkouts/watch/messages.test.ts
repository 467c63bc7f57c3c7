import { messagesOf, newMessages } from './messages.ts';

const open = {
  status: 'open' as const,
  orderId: null,
  startedSubscriptionId: null,
  isWebhookDelivered: false,
};
const done = {
  status: 'succeeded' as const,
  orderId: 'o',
  startedSubscriptionId: 's',
  isWebhookDelivered: true,
};

describe('the messages of a stream', () => {
  it('are all that is true of the checkout', () => {
    expect(messagesOf(open).map(({ key }) => key)).toEqual(['checkout.updated']);
    expect(messagesOf(done).map(({ key }) => key)).toEqual([
      'checkout.updated',
      'checkout.order_created',
      'checkout.subscription_created',
      'checkout.webhook_event_delivered',
    ]);
  });
  it('are said once, and again only after something else was true', () => {
    const before = messagesOf(open);
    expect(newMessages(before, before)).toEqual([]);
    const confirmed = messagesOf({ ...open, status: 'confirmed' });
    expect(newMessages(before, confirmed)).toEqual([
      { key: 'checkout.updated', payload: { status: 'confirmed' } },
    ]);
    expect(newMessages(confirmed, before)).toEqual(before);
  });
});
