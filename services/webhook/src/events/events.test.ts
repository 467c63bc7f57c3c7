import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { queriesOf } from '@tessera/kit/test/query-costs';
import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { customerUpdated, subscriptionUpdated } from '@tessera/proto/events/billing';
import { partnerType } from '@tessera/proto/events/define';
import { organizationUpdated } from '@tessera/proto/events/organization';
import { eventDelivered } from '@tessera/proto/events/webhook';
import { uuidv7 } from 'uuidv7';
import {
  checkoutEvent,
  customerEvent,
  makeCustomer,
  makeEndpoint,
  makeSeller,
  makeToken,
  makeUser,
  startWebhook,
  type WebhookStack,
} from '../../test/factories.ts';
import { receiveEvents } from './receive.ts';
import { partnerEvents } from './types.ts';

describe('events for partners', () => {
  let started: WebhookStack;
  beforeAll(async () => {
    started = await startWebhook();
  });
  afterAll(() => started.stack.stop());

  const rows = <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
    started.stack.db.query(sql, values);
  const deliveriesOf = (eventId: string) =>
    rows<{ endpoint_id: string; state: string }>('SELECT * FROM deliveries WHERE event_id = $1', eventId);

  const listen = async (events: string[] = ['customer.created']) => {
    const organizationId = uuidv7();
    const token = makeToken(organizationId, 'webhooks:write');
    const { id } = await makeEndpoint(started, token, { events });
    return { organizationId, token, id };
  };

  it('are those that carry a snapshot, and each is a type that an endpoint may listen for', () => {
    const types = partnerEvents.map(partnerType);
    expect(types).toContain('organization.updated');
    expect(types.length).toBeGreaterThanOrEqual(25);
    expect(types.filter((type) => !WebhookEventType.options.some((known) => known === type))).toEqual([]);
  });

  describe('receiveEvent', () => {
    it('keeps the event with its payload and one pending delivery for each endpoint that listens', async () => {
      const { organizationId, token, id } = await listen();
      const second = await makeEndpoint(started, token, { events: ['customer.created', 'order.paid'] });
      await makeEndpoint(started, token, { events: ['order.paid'] });
      await makeEndpoint(started, token, { events: [] });
      await listen();
      const customer = makeCustomer(organizationId);
      const event = customerEvent(organizationId, customer);
      await started.stack.bus.publish(event);
      await eventually(async () => {
        const deliveries = await deliveriesOf(event.id);
        expect(deliveries.map(({ endpoint_id }) => endpoint_id).toSorted()).toEqual(
          [id, second.id].toSorted(),
        );
      });
      const [row] = await rows<{ payload: string; awaiting: number }>(
        'SELECT * FROM webhook_events WHERE id = $1',
        event.id,
      );
      expect(row).toMatchObject({ type: 'customer.created', organization_id: organizationId });
      expect(JSON.parse(row?.payload ?? '')).toEqual({ type: 'customer.created', data: customer });
    });

    it('does so once, however often the event comes, even side by side', async () => {
      const { organizationId } = await listen();
      const event = {
        eventId: uuidv7(),
        type: 'customer.created',
        organizationId,
        subjectId: uuidv7(),
        subjectStatus: null,
        sequenceKey: 'one',
        isForChats: true,
        snapshot: '{}',
        traceparent: null,
      };
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => receiveEvents(started.webhook, [event, event])),
      );
      expect(answers.flat().filter((listening) => listening > 0)).toEqual([1]);
      expect(await deliveriesOf(event.eventId)).toHaveLength(1);
      expect(await rows('SELECT 1 FROM webhook_events WHERE id = $1', event.eventId)).toHaveLength(1);
    });

    it('leaves out endpoints that write into chats where people would learn nothing', async () => {
      const { organizationId, token, id } = await listen(['subscription.updated']);
      await makeEndpoint(started, token, { events: ['subscription.updated'], format: 'slack' });
      const event = {
        eventId: uuidv7(),
        type: 'subscription.updated',
        organizationId,
        subjectId: uuidv7(),
        subjectStatus: 'active',
        sequenceKey: 'one',
        isForChats: false,
        snapshot: '{}',
        traceparent: null,
      };
      const ending = { ...event, eventId: uuidv7(), isForChats: true };
      expect(await receiveEvents(started.webhook, [event, ending])).toEqual([1, 2]);
      expect((await deliveriesOf(event.eventId)).map(({ endpoint_id }) => endpoint_id)).toEqual([id]);
    });

    it('keeps all that an endpoint listens for from when it is there, in its order', async () => {
      const organizationId = uuidv7();
      const subjectId = uuidv7();
      const event = (type: string) => ({
        eventId: uuidv7(),
        type,
        organizationId,
        subjectId,
        subjectStatus: null,
        sequenceKey: subjectId,
        isForChats: true,
        snapshot: `{"type":"${type}"}`,
        traceparent: null,
      });
      const types = ['customer.created', 'customer.updated', 'customer.deleted'];
      const receive = (events: ReturnType<typeof event>[]) => receiveEvents(started.webhook, events);
      const unheard = types.map(event);
      expect(await receive(unheard)).toEqual([0, 0, 0]);
      await makeEndpoint(started, makeToken(organizationId, 'webhooks:write'), {
        events: ['customer.created', 'customer.deleted'],
      });
      const heard = types.map(event);
      // That somebody listens by now is found out by asking, once.
      expect(await queriesOf(async () => expect(await receive(heard)).toEqual([1, 0, 1]))).toBe(2);
      const later = types.map(event);
      expect(await queriesOf(async () => expect(await receive(later)).toEqual([1, 0, 1]))).toBe(1);
      expect(await receive([...heard, ...later])).toEqual([0, 0, 0, 0, 0, 0]);
      const kept = await rows<{ type: string; payload: string }>(
        `SELECT e.type, e.payload FROM deliveries d JOIN webhook_events e ON e.id = d.event_id
         WHERE e.subject_id = $1 ORDER BY d.id`,
        subjectId,
      );
      const told = ['customer.created', 'customer.deleted', 'customer.created', 'customer.deleted'];
      expect(kept).toEqual(told.map((type) => ({ type, payload: JSON.stringify({ type, data: { type } }) })));
      const handled = [...unheard, ...heard, ...later].map(({ eventId }) => eventId);
      // Events that nobody listens for leave no row.
      expect(await rows('SELECT 1 FROM inbox WHERE event_id = ANY($1)', handled)).toHaveLength(4);
    });

    it('tells that an event counts as delivered when nobody listens, and keeps no payload', async () => {
      const organizationId = uuidv7();
      const checkoutId = uuidv7();
      const event = checkoutEvent(organizationId, checkoutId);
      await started.stack.bus.publish(event);
      const emitted = await started.stack.events.next(
        eventDelivered,
        ({ subjectId }) => subjectId === checkoutId,
      );
      expect(emitted).toMatchObject({
        webhookEventId: event.id,
        organizationId,
        eventType: 'checkout.updated',
        status: 'succeeded',
      });
      expect(await rows('SELECT 1 FROM webhook_events WHERE id = $1', event.id)).toEqual([]);
    });

    it('takes the subject of an organization event from the organization', async () => {
      const { organizationId, id } = await listen(['organization.updated']);
      const snapshot = JSON.stringify({ id: organizationId, name: 'New name' });
      const event = outboxRow(organizationUpdated, {
        organization: { id: organizationId },
        organizationId,
        snapshot,
      });
      await started.stack.bus.publish(event);
      await eventually(async () => expect(await deliveriesOf(event.id)).toMatchObject([{ endpoint_id: id }]));
      const [row] = await rows('SELECT subject_id FROM webhook_events WHERE id = $1', event.id);
      expect(row).toEqual({ subject_id: organizationId });
    });

    it('parks an event whose snapshot is no JSON object', async () => {
      const { organizationId } = await listen();
      const event = customerEvent(organizationId, 'not json');
      await started.stack.bus.publish(event);
      await eventually(() =>
        expect(started.stack.log.lines()).toContainEqual(
          expect.objectContaining({ msg: 'event parked', eventId: event.id }),
        ),
      );
      expect(await deliveriesOf(event.id)).toEqual([]);
    });

    it('does not deliver to a deleted endpoint', async () => {
      const { organizationId, token, id } = await listen();
      const other = await makeEndpoint(started, token, { events: ['customer.created'] });
      await started.send('DELETE', `/webhooks/endpoints/${id}`, { as: token });
      const event = customerEvent(organizationId);
      await started.stack.bus.publish(event);
      await eventually(async () =>
        expect(await deliveriesOf(event.id)).toEqual([expect.objectContaining({ endpoint_id: other.id })]),
      );
    });
  });

  describe('redeliverEvent', () => {
    const received = async (organizationId: string) => {
      const event = customerEvent(organizationId);
      await started.stack.bus.publish(event);
      await eventually(async () => expect(await deliveriesOf(event.id)).toHaveLength(1));
      return event.id;
    };

    it('answers 202 and makes a new delivery for each endpoint that listens now', async () => {
      const { organizationId, token, id } = await listen();
      const eventId = await received(organizationId);
      await rows(`UPDATE deliveries SET state = 'failed' WHERE event_id = $1`, eventId);
      const later = await makeEndpoint(started, token, {});
      const reply = await started.send('POST', `/webhooks/events/${eventId}/redeliver`, { as: token });
      expect([reply.status, reply.text]).toEqual([202, 'null']);
      const deliveries = await deliveriesOf(eventId);
      expect(
        deliveries
          .filter(({ state }) => state === 'pending')
          .map((row) => row.endpoint_id)
          .toSorted(),
      ).toEqual([id, later.id].toSorted());
      expect(deliveries).toHaveLength(3);
    });

    it('hurries a delivery that waits for its retry instead of doubling it', async () => {
      const { organizationId, token } = await listen();
      const eventId = await received(organizationId);
      await rows(
        `UPDATE deliveries SET attempts = 7, next_attempt_at = '2027-01-01Z' WHERE event_id = $1`,
        eventId,
      );
      for (const _ of [1, 2])
        await started.send('POST', `/webhooks/events/${eventId}/redeliver`, { as: token });
      expect(await deliveriesOf(eventId)).toMatchObject([
        { attempts: 0, next_attempt_at: started.stack.clock.now(), state: 'pending' },
      ]);
    });

    it('leaves out endpoints that write into chats where people would learn nothing', async () => {
      const { organizationId, token, id } = await listen(['subscription.updated']);
      await makeEndpoint(started, token, { events: ['subscription.updated'], format: 'slack' });
      const event = outboxRow(subscriptionUpdated, {
        subscriptionId: uuidv7(),
        organizationId,
        snapshot: JSON.stringify({ status: 'active', ends_at: null, ended_at: null }),
      });
      await started.stack.bus.publish(event);
      await eventually(async () => expect(await deliveriesOf(event.id)).toHaveLength(1));
      await rows(`UPDATE deliveries SET state = 'failed' WHERE event_id = $1`, event.id);
      await started.send('POST', `/webhooks/events/${event.id}/redeliver`, { as: token });
      const again = (await deliveriesOf(event.id)).filter(({ state }) => state === 'pending');
      expect(again.map(({ endpoint_id }) => endpoint_id)).toEqual([id]);
    });

    it('is refused to strangers, members without rights and tokens without the scope', async () => {
      const { user, organizationId } = makeSeller(started);
      await makeEndpoint(started, user, { organization_id: organizationId });
      const eventId = await received(organizationId);
      const path = `/webhooks/events/${eventId}/redeliver`;
      const member = makeUser();
      started.memberships.push({
        id: uuidv7(),
        organizationId,
        userId: member.userId,
        role: 'member',
        canManage: false,
      });
      const statuses = [
        makeUser(),
        member,
        makeToken(uuidv7(), 'webhooks:write'),
        makeToken(organizationId, 'webhooks:read'),
      ].map(async (as) => (await started.send('POST', path, { as })).status);
      expect(await Promise.all(statuses)).toEqual([404, 403, 404, 403]);
      expect((await started.send('POST', path)).status).toBe(401);
      expect((await started.send('POST', path, { as: user })).status).toBe(202);
    });

    it('answers 404 to an event that nobody has and 422 to an id that is none', async () => {
      const as = makeUser();
      expect((await started.send('POST', `/webhooks/events/${uuidv7()}/redeliver`, { as })).status).toBe(404);
      expect((await started.send('POST', '/webhooks/events/nonsense/redeliver', { as })).status).toBe(422);
    });
  });

  it('of a type that nobody listens for leave the others alone', async () => {
    const { organizationId } = await listen(['customer.created']);
    const unheard = outboxRow(customerUpdated, { customerId: uuidv7(), organizationId, snapshot: '{}' });
    const heard = customerEvent(organizationId);
    await started.stack.bus.publish(unheard);
    await started.stack.bus.publish(heard);
    await eventually(async () => expect(await deliveriesOf(heard.id)).toHaveLength(1));
    expect(await deliveriesOf(unheard.id)).toEqual([]);
  });
});
