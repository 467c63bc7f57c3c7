import { answerWith, type Deliveries, received, startDeliveries } from '../../test/deliveries.ts';
import { checkoutEvent } from '../../test/factories.ts';

const events = ['customer.created', 'checkout.updated'];

describe('a paused endpoint', () => {
  let started: Deliveries;
  beforeAll(async () => {
    started = await startDeliveries();
  });
  afterAll(() => started.stack.stop());

  const listen = async () => {
    const listening = await started.listen({ events });
    const setEnabled = async (enabled: boolean) => {
      const reply = await started.send('PATCH', `/webhooks/endpoints/${listening.id}`, {
        as: listening.token,
        body: { enabled },
      });
      expect(reply).toMatchObject({ status: 200, body: { id: listening.id, enabled } });
    };
    return { ...listening, setEnabled };
  };

  it('is told nothing of what happens until it is resumed', async () => {
    const { receiver, organizationId, setEnabled } = await listen();
    await setEnabled(false);
    const other = await started.listen({ events });
    await started.tell(organizationId);
    await started.allSucceeded(await started.tell(other.organizationId));
    await setEnabled(true);
    const after = await started.tell(organizationId);
    await started.allSucceeded(after);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([after]);
  });

  it('gets nothing of what waited, and keeps no checkout waiting', async () => {
    const { receiver, organizationId, setEnabled } = await listen();
    receiver.answer(answerWith(500));
    const event = checkoutEvent(organizationId);
    await started.stack.bus.publish(event);
    await started.settled(event.id, 'pending');
    await setEnabled(false);
    expect(await started.deliveryOf(event.id)).toMatchObject({ state: 'canceled' });
    expect(await started.rows('SELECT awaiting FROM webhook_events WHERE id = $1', event.id)).toEqual([
      { awaiting: 0 },
    ]);
  });

  it('is passed over when an event is sent again', async () => {
    const { receiver, organizationId, token, setEnabled } = await listen();
    const eventId = await started.tell(organizationId);
    await started.allSucceeded(eventId);
    await setEnabled(false);
    const again = `/webhooks/events/${eventId}/redeliver`;
    expect((await started.send('POST', again, { as: token })).status).toBe(202);
    expect(await started.rows('SELECT FROM deliveries WHERE event_id = $1', eventId)).toHaveLength(1);
    await setEnabled(true);
    expect((await started.send('POST', again, { as: token })).status).toBe(202);
    await received(receiver, 2);
  });

  it('is said to be enabled when it is new', async () => {
    const { id, token } = await listen();
    const reply = await started.send('GET', `/webhooks/endpoints/${id}`, { as: token });
    expect(reply.body).toMatchObject({ enabled: true });
  });

  it.each([{ enabled: 'no' }, { enabled: 0 }])('refuses %o with 422', async (body) => {
    const { id, token } = await listen();
    expect((await started.send('PATCH', `/webhooks/endpoints/${id}`, { as: token, body })).status).toBe(422);
  });
});
