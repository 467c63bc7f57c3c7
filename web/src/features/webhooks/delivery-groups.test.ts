import type { WebhookDelivery } from '../../api/webhooks.ts';
import { messagesOf, stateOf } from './delivery-groups.ts';

const attempt = (id: string, eventId: string, succeeded: boolean | null): WebhookDelivery =>
  ({ id, webhookEvent: { id: eventId, succeeded } }) as WebhookDelivery;

describe('messagesOf', () => {
  it('gathers the attempts of one event and keeps the order of the newest', () => {
    const messages = messagesOf([attempt('3', 'b', null), attempt('2', 'a', true), attempt('1', 'b', null)]);
    expect(messages.map(({ event, attempts }) => [event.id, attempts.map(({ id }) => id)])).toEqual([
      ['b', ['3', '1']],
      ['a', ['2']],
    ]);
  });
});

describe('stateOf', () => {
  it.each([
    [true, 'delivered'],
    [false, 'failed'],
    [null, 'retrying'],
  ] as const)('calls succeeded %p %s', (succeeded, state) => {
    const [message] = messagesOf([attempt('1', 'a', succeeded)]);
    expect(message && stateOf(message)).toBe(state);
  });
});
