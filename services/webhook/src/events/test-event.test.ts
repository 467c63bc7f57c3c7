import { validateEvent } from '@polar-sh/sdk/webhooks';
import { eventDelivered } from '@tessera/proto/events/webhook';
import { uuidv7 } from 'uuidv7';
import { answerWith, type Deliveries, received, startDeliveries } from '../../test/deliveries.ts';
import {
  checkoutEvent,
  makeEndpoint,
  makeSeller,
  makeToken,
  makeUser,
  type Receiver,
  startReceiver,
} from '../../test/factories.ts';

let started: Deliveries;
beforeAll(async () => {
  started = await startDeliveries();
});
afterAll(() => started.stack.stop());

type Listening = Awaited<ReturnType<Deliveries['listen']>>;

const ask = ({ id, token }: Pick<Listening, 'id' | 'token'>, type = 'customer.created') =>
  started.send('POST', `/webhooks/endpoints/${id}/test`, { as: token, body: { type } });

/** Sends a test event, and returns its id. */
const test = async (listening: Listening, type?: string): Promise<string> => {
  const { status, body } = await ask(listening, type);
  expect([status, Object.keys(body)]).toEqual([202, ['id']]);
  return body.id as string;
};

const failuresOf = async (id: string) =>
  (await started.rows('SELECT given_up, enabled FROM endpoints WHERE id = $1', id))[0];

const sentTo = (receiver: Receiver, at: number) => {
  const { headers, body } = receiver.received[at] ?? { headers: {}, body: '' };
  return { headers: headers as Record<string, string>, body };
};

describe('a test event', () => {
  it('is a signed message of sample data, marked as a test, to this endpoint alone', async () => {
    const listening = await started.listen();
    const other = await startReceiver(started.stack);
    await makeEndpoint(started, listening.token, { url: other.url });
    const eventId = await test(listening);
    await started.settled(eventId, 'succeeded');
    const { headers, body } = sentTo(listening.receiver, 0);
    expect(headers).toMatchObject({ 'webhook-id': eventId, 'webhook-test': 'true' });
    expect(validateEvent(body, headers, 'shhh')).toMatchObject({
      type: 'customer.created',
      data: { id: '00000000-0000-4000-8000-000000000005', createdAt: started.stack.clock.now() },
    });
    await started.allSucceeded(await started.tell(listening.organizationId));
    expect(other.received).toHaveLength(1);
    expect(sentTo(listening.receiver, 1).headers).not.toHaveProperty('webhook-test');
  });

  it('is listed with its response, like any other but for its mark', async () => {
    const listening = await started.listen();
    const eventId = await test(listening);
    const real = await started.tell(listening.organizationId);
    await started.settled(eventId, 'succeeded');
    await started.settled(real, 'succeeded');
    const { body } = await started.send('GET', `/webhooks/deliveries?endpoint_id=${listening.id}`, {
      as: listening.token,
    });
    const shown = new Map(
      (body.items as { webhook_event: { id: string } }[]).map((item) => [item.webhook_event.id, item]),
    );
    expect(shown.get(eventId)).toMatchObject({
      succeeded: true,
      http_code: 200,
      response: 'ok',
      webhook_event: { type: 'customer.created', succeeded: true, is_test: true },
    });
    expect(shown.get(real)).toMatchObject({ webhook_event: { is_test: false } });
  });

  it.each([500, 410])('that is answered %i is not repeated, and does not count', async (status) => {
    const listening = await started.listen();
    listening.receiver.answer(answerWith(status));
    const eventId = await test(listening);
    await started.settled(eventId, 'failed');
    // What attempts say of their endpoints is counted after they are recorded: this one after it.
    const next = await test(listening);
    await started.settled(next, 'failed');
    expect(await started.attemptsOf(eventId)).toMatchObject([{ http_code: status }]);
    expect(await failuresOf(listening.id)).toEqual({ given_up: 0, enabled: true });
  });

  it('that is taken does not say that the endpoint takes what is real', async () => {
    const listening = await started.listen();
    await started.rows(
      'UPDATE endpoints SET given_up = 2, failing_since = now() WHERE id = $1',
      listening.id,
    );
    for (const _ of [1, 2]) await started.settled(await test(listening), 'succeeded');
    expect(await failuresOf(listening.id)).toEqual({ given_up: 2, enabled: true });
  });

  it('reaches an endpoint that is paused', async () => {
    const listening = await started.listen();
    const body = { enabled: false };
    await started.send('PATCH', `/webhooks/endpoints/${listening.id}`, { as: listening.token, body });
    await started.settled(await test(listening), 'succeeded');
  });

  it('is sent again to the same endpoint alone', async () => {
    const listening = await started.listen();
    const other = await startReceiver(started.stack);
    await makeEndpoint(started, listening.token, { url: other.url });
    const eventId = await test(listening);
    await started.settled(eventId, 'succeeded');
    const again = `/webhooks/events/${eventId}/redeliver`;
    expect((await started.send('POST', again, { as: listening.token })).status).toBe(202);
    await received(listening.receiver, 2);
    expect(sentTo(listening.receiver, 1).headers).toMatchObject({ 'webhook-test': 'true' });
    await started.allSucceeded(eventId);
    expect(await started.rows('SELECT FROM deliveries WHERE event_id = $1', eventId)).toHaveLength(2);
    expect(other.received).toEqual([]);
  });

  it('of a paid checkout keeps no page waiting, and tells nobody that it was delivered', async () => {
    const listening = await started.listen({ events: ['checkout.updated'] });
    const eventId = await test(listening, 'checkout.updated');
    await started.settled(eventId, 'succeeded');
    const event = checkoutEvent(listening.organizationId);
    await started.stack.bus.publish(event);
    const told = ({ organizationId }: { organizationId: string }) =>
      organizationId === listening.organizationId;
    expect(await started.stack.events.next(eventDelivered, told)).toMatchObject({ webhookEventId: event.id });
  });

  it.each([
    ['discord', { content: 'Test: New Order' }],
    ['slack', { text: 'Test: New Order' }],
  ])('is a message of %s that says so', async (format, message) => {
    const listening = await started.listen({ format, events: ['order.created'] });
    await started.settled(await test(listening, 'order.created'), 'succeeded');
    const { body } = sentTo(listening.receiver, 0);
    expect(JSON.parse(body)).toMatchObject(message);
    expect(body).toContain('$120.00');
  });

  it('is refused for a type that the endpoint does not receive, or that is none', async () => {
    const listening = await started.listen();
    const refused = await ask(listening, 'order.paid');
    expect(refused).toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body', 'type'], msg: 'The endpoint does not receive this type of event' }],
      },
    });
    expect((await ask(listening, 'order.eaten')).status).toBe(422);
    expect(listening.receiver.received).toEqual([]);
  });

  it('is refused to strangers, members without rights and tokens without the scope', async () => {
    const { user, organizationId } = makeSeller(started);
    const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
    const member = makeUser();
    started.memberships.push({
      id: uuidv7(),
      organizationId,
      userId: member.userId,
      role: 'member',
      canManage: false,
    });
    const callers = [member, makeUser(), makeToken(organizationId, 'webhooks:read'), makeToken(uuidv7())];
    const statuses = await Promise.all(
      callers.map(async (as) => {
        const body = { type: 'customer.created' };
        return (await started.send('POST', `/webhooks/endpoints/${id}/test`, { as, body })).status;
      }),
    );
    expect(statuses).toEqual([403, 404, 403, 403]);
    expect(await started.rows('SELECT FROM deliveries WHERE endpoint_id = $1', id)).toEqual([]);
  });

  it('is refused after ten in a minute, for this endpoint', async () => {
    const listening = await started.listen();
    const other = await started.listen();
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask(listening)));
    const withStatus = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
    expect([withStatus(202), withStatus(429)]).toEqual([10, 2]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('60');
    await test(other);
    // As on a local installation whose clock is set back.
    started.stack.clock.advance(-3_600);
    await test(listening);
    started.stack.clock.advance(3_661);
    await test(listening);
  });
});
