import { eventually } from '@tessera/kit/test/eventually';
import type { TokenCaller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import { type Deliveries, startDeliveries } from '../../test/deliveries.ts';
import { makeEndpoint, makeToken } from '../../test/factories.ts';
import { cancelOrphans } from '../deliveries/sweep.ts';
import { type PartnerEvent, receiveEvents } from '../events/receive.ts';

const path = '/webhooks/endpoints';

const eventOf = (organizationId: string): PartnerEvent => ({
  eventId: uuidv7(),
  type: 'customer.created',
  organizationId,
  subjectId: uuidv7(),
  subjectStatus: null,
  sequenceKey: 'one',
  isForChats: true,
  snapshot: '{}',
  traceparent: null,
});

describe('deleteEndpoint', () => {
  let started: Deliveries;
  beforeAll(async () => {
    started = await startDeliveries({ pollMilliseconds: 20 });
  });
  afterAll(() => started.stack.stop());

  const deleteIt = async (token: TokenCaller, id: string) =>
    expect((await started.send('DELETE', `${path}/${id}`, { as: token })).status).toBe(204);

  const statesOf = (endpointId: string) =>
    started.rows<{ state: string }>('SELECT state FROM deliveries WHERE endpoint_id = $1', endpointId);

  /** Runs `work` while a statement that `begin` sends waits, its view of the rows taken already. */
  const whileWaiting = async <Result>(
    event: PartnerEvent,
    begin: () => Promise<Result>,
    work: () => Promise<void>,
  ): Promise<Result> => {
    const holder = started.stack.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`INSERT INTO inbox (consumer, event_id) VALUES ('events', $1)`, [event.eventId]);
    const starting = begin();
    await eventually(async () =>
      expect(
        await started.rows(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ).toHaveLength(1),
    );
    await work();
    await holder.rollbackTransaction();
    await holder.release();
    return starting;
  };

  it('leaves nothing pending of an event that is taken in at the same time', async () => {
    const { receiver, organizationId, token, id } = await started.listen();
    const other = await makeEndpoint(started, token, { url: receiver.url });
    const event = eventOf(organizationId);
    const listening = await whileWaiting(
      event,
      () => receiveEvents(started.webhook, [event]),
      () => deleteIt(token, id),
    );
    expect(listening).toEqual([1]);
    await started.settled(event.eventId, 'succeeded');
    expect(await statesOf(id)).toEqual([]);
    expect(await statesOf(other.id)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it('deletes once: who deletes it at the same time finds nothing', async () => {
    const { token, id } = await started.listen();
    const holder = started.stack.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM endpoints WHERE id = $1 FOR UPDATE', [id]);
    const both = [1, 2].map(() => started.send('DELETE', `${path}/${id}`, { as: token }));
    await eventually(async () =>
      expect(
        await started.rows(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ).toHaveLength(2),
    );
    await holder.commitTransaction();
    await holder.release();
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 404]);
  });

  it('counts an event as delivered whose only listener is deleted while it is taken in', async () => {
    const { organizationId, token, id } = await started.listen();
    const event = eventOf(organizationId);
    const listening = await whileWaiting(
      event,
      () => receiveEvents(started.webhook, [event]),
      () => deleteIt(token, id),
    );
    expect(listening).toEqual([0]);
    expect(await started.rows('SELECT id FROM webhook_events WHERE id = $1', event.eventId)).toEqual([]);
  });

  it('never posts to it again, whatever is left waiting in the table', async () => {
    const { receiver, organizationId, token, id } = await started.listen();
    const eventId = await started.tell(organizationId);
    await started.settled(eventId, 'succeeded');
    await deleteIt(token, id);
    await started.rows(
      `INSERT INTO deliveries (event_id, endpoint_id, created_at, state, awaited, next_attempt_at)
       VALUES ($1, $2, now(), 'pending', false, '2000-01-01')`,
      eventId,
      id,
    );
    const next = await started.listen();
    await started.settled(await started.tell(next.organizationId), 'succeeded');
    expect(receiver.received).toHaveLength(1);
    expect(await cancelOrphans(started.webhook)).toBe(1);
    expect((await statesOf(id)).map(({ state }) => state).toSorted()).toEqual(['canceled', 'succeeded']);
  });
});

describe('createEndpoint', () => {
  let started: Deliveries;
  beforeAll(async () => {
    started = await startDeliveries();
  });
  afterAll(() => started.stack.stop());

  it('takes no more endpoints of an organization than the limit, even side by side', async () => {
    const token = makeToken(uuidv7(), 'webhooks:write', 'webhooks:read');
    const body = { url: 'https://example.com/hook', events: ['order.paid'] };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => started.send('POST', path, { as: token, body })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = replies.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body]).toEqual([
      403,
      {
        error: 'NotPermitted',
        detail: 'An organization can have at most 5 webhook endpoints. Delete one that is no longer needed.',
      },
    ]);
    const { body: list } = await started.send('GET', path, { as: token });
    const [first] = list.items as { id: string }[];
    await started.send('DELETE', `${path}/${first?.id}`, { as: token });
    expect((await started.send('POST', path, { as: token, body })).status).toBe(201);
    const other = makeToken(uuidv7(), 'webhooks:write');
    expect((await started.send('POST', path, { as: other, body })).status).toBe(201);
  });
});
