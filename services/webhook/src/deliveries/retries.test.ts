import { validateEvent } from '@polar-sh/sdk/webhooks';
import { eventually } from '@tessera/kit/test/eventually';
import { eventDelivered } from '@tessera/proto/events/webhook';
import { uuidv7 } from 'uuidv7';
import { answerWith, type Deliveries, received, startDeliveries } from '../../test/deliveries.ts';
import { checkoutEvent, makeEndpoint, type Receiver, startReceiver } from '../../test/factories.ts';

describe('failed deliveries', () => {
  let started: Deliveries;
  beforeAll(async () => {
    started = await startDeliveries({ timeoutMilliseconds: 1_500 });
  });
  afterAll(() => started.stack.stop());

  describe('retries', () => {
    it('come by the schedule, are signed anew under the same id, and end after ten', async () => {
      const { receiver, organizationId } = await started.listen();
      receiver.answer(answerWith(500));
      const eventId = await started.tell(organizationId);
      for (let retry = 1; retry <= 10; retry += 1) {
        await started.settled(eventId, 'pending', retry);
        const { next_attempt_at } = await started.deliveryOf(eventId);
        const seconds = (next_attempt_at.getTime() - started.stack.clock.now().getTime()) / 1000;
        expect(seconds).toBeGreaterThanOrEqual(2 ** retry - 0.01);
        expect(seconds).toBeLessThanOrEqual(2 ** (retry + 1));
        expect(receiver.received).toHaveLength(retry);
        started.stack.clock.set(next_attempt_at);
      }
      await started.settled(eventId, 'failed', 11);
      expect(await started.attemptsOf(eventId)).toHaveLength(11);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([eventId]),
      );
      for (const { body, headers } of receiver.received)
        expect(validateEvent(body, headers as Record<string, string>, 'shhh').type).toBe('customer.created');
      started.stack.clock.advance(100_000);
      expect(receiver.received).toHaveLength(11);
    });

    it.each([429, 503])('wait for as long as the receiver asks with %i', async (status) => {
      const { receiver, organizationId } = await started.listen();
      receiver.answer(answerWith(status, { 'retry-after': '600' }));
      const eventId = await started.tell(organizationId);
      await started.settled(eventId, 'pending');
      const { next_attempt_at } = await started.deliveryOf(eventId);
      expect(next_attempt_at).toEqual(new Date(started.stack.clock.now().getTime() + 600_000));
    });

    it('end with the first success', async () => {
      const { receiver, organizationId } = await started.listen();
      receiver.answer(answerWith(503));
      const eventId = await started.tell(organizationId);
      await started.settled(eventId, 'pending');
      receiver.answer((_req, res) => void res.end('ok'));
      started.stack.clock.advance(4);
      await started.settled(eventId, 'succeeded', 2);
      expect(await started.attemptsOf(eventId)).toMatchObject([{ http_code: 503 }, { http_code: 200 }]);
    });

    it('use the URL and the secret that the endpoint has by then', async () => {
      const { receiver, organizationId, token, id } = await started.listen();
      const moved = await startReceiver(started.stack);
      receiver.answer(answerWith(500));
      const eventId = await started.tell(organizationId);
      await started.settled(eventId, 'pending');
      await started.send('PATCH', `/webhooks/endpoints/${id}`, {
        as: token,
        body: { url: moved.url, secret: 'rolled' },
      });
      started.stack.clock.advance(4);
      await received(moved, 1);
      const [{ body, headers }] = moved.received as [Receiver['received'][0]];
      expect(validateEvent(body, headers as Record<string, string>, 'rolled').type).toBe('customer.created');
    });
  });

  describe('eventDelivered', () => {
    const emitted = (eventId: string) =>
      started.stack.events.all(eventDelivered).filter(({ webhookEventId }) => webhookEventId === eventId);
    const succeed = async (organizationId: string, checkoutId?: string): Promise<string> => {
      const event = checkoutEvent(organizationId, checkoutId);
      await started.stack.bus.publish(event);
      return event.id;
    };

    it('is told once all endpoints have confirmed, and only once', async () => {
      const events = ['checkout.updated'];
      const { receiver, organizationId, token } = await started.listen({ events });
      const second = await startReceiver(started.stack);
      await makeEndpoint(started, token, { url: second.url, events });
      second.answer(answerWith(500));
      const checkoutId = uuidv7();
      const eventId = await succeed(organizationId, checkoutId);
      await received(second, 1);
      await eventually(async () => expect(await started.attemptsOf(eventId)).toHaveLength(2));
      expect(receiver.received).toHaveLength(1);
      expect(emitted(eventId)).toEqual([]);
      second.answer((_req, res) => void res.end());
      started.stack.clock.advance(4);
      const event = await started.stack.events.next(
        eventDelivered,
        (message) => message.webhookEventId === eventId,
      );
      expect(event).toMatchObject({ organizationId, eventType: 'checkout.updated', subjectId: checkoutId });
      await started.send('POST', `/webhooks/events/${eventId}/redeliver`, { as: token });
      await eventually(async () => expect(await started.attemptsOf(eventId)).toHaveLength(5));
      expect(emitted(eventId)).toHaveLength(1);
    });

    it('is not told of events whose delivery nobody awaits', async () => {
      const { organizationId } = await started.listen({ events: ['customer.created', 'checkout.updated'] });
      const unawaited = await started.tell(organizationId);
      await started.settled(unawaited, 'succeeded');
      const eventId = await succeed(organizationId);
      await started.stack.events.next(eventDelivered, (message) => message.webhookEventId === eventId);
      expect(emitted(unawaited)).toEqual([]);
    });

    it('does not wait for an endpoint that is deleted', async () => {
      const { receiver, organizationId, token, id } = await started.listen({ events: ['checkout.updated'] });
      receiver.answer(answerWith(500));
      const eventId = await succeed(organizationId);
      await started.settled(eventId, 'pending');
      await started.send('DELETE', `/webhooks/endpoints/${id}`, { as: token });
      await started.stack.events.next(eventDelivered, (message) => message.webhookEventId === eventId);
      expect(await started.deliveryOf(eventId)).toMatchObject({ state: 'canceled' });
      started.stack.clock.advance(10);
      expect(receiver.received).toHaveLength(1);
    });
  });
});
