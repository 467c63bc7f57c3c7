import type { WebhookDelivery } from '../../api/organization/webhooks.ts';
import { messageOf, stateOf } from './delivery-groups.ts';

const attempt = (id: string, eventId: string, succeeded: boolean | null): WebhookDelivery =>
  ({ id, webhookEvent: { id: eventId, succeeded } }) as WebhookDelivery;

describe('stateOf', () => {
  it.each([
    [true, 'delivered'],
    [false, 'failed'],
    [null, 'retrying'],
  ] as const)('calls succeeded %p %s', (succeeded, state) => {
    expect(stateOf(messageOf(attempt('1', 'a', succeeded)))).toBe(state);
  });
});
