import { eventually } from '@tessera/kit/test/eventually';
import type { TokenCaller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import { type Deliveries, startDeliveries } from '../../test/deliveries.ts';
import { makeEndpoint, makeToken } from '../../test/factories.ts';
import { cancelOrphans } from '../deliveries/sweep.ts';
import { type PartnerEvent, receiveEvents } from '../events/receive.ts';

const path = '/webhooks/endpoints';

const happeningOf = (organizationId: string): PartnerEvent => ({
  eventId: uuidv7(),
  type: 'customer.created',
  organizationId,
  subjectId: uuidv7(),
  subjectStatus: null,
  snapshot: '{}',
  traceparent: null,
});

describe('deleteEndpoint', () => {
  let world: Deliveries;
  beforeAll(async () => {
    world = await startDeliveries({ pollMilliseconds: 20 });
  });
  afterAll(() => world.stack.stop());

  const deleteIt = async (token: TokenCaller, id: string) =>
    expect((await world.send('DELETE', `${path}/${id}`, { as: token })).status).toBe(204);

  const statesOf = (endpointId: string) =>
    world.rows<{ state: string }>('SELECT state FROM deliveries WHERE endpoint_id = $1', endpointId);

  /** Runs `work` while a statement that begins with `started` waits, its view of the rows taken already. */
  const whileWaiting = async <Result>(
    happening: PartnerEvent,
    started: () => Promise<Result>,
    work: () => Promise<void>,
  ): Promise<Result> => {
    const holder = world.stack.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`INSERT INTO inbox (consumer, event_id) VALUES ('events', $1)`, [happening.eventId]);
    const starting = started();
    await eventually(async () =>
      expect(
        await world.rows(
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
    const { receiver, organizationId, token, id } = await world.listen();
    const other = await makeEndpoint(world, token, { url: receiver.url });
    const happening = happeningOf(organizationId);
    const listening = await whileWaiting(
      happening,
      () => receiveEvents(world.webhook, [happening]),
      () => deleteIt(token, id),
    );
    expect(listening).toEqual([1]);
    await world.settled(happening.eventId, 'succeeded');
    expect(await statesOf(id)).toEqual([]);
    expect(await statesOf(other.id)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it('counts an event as delivered whose only listener is deleted while it is taken in', async () => {
    const { organizationId, token, id } = await world.listen();
    const happening = happeningOf(organizationId);
    const listening = await whileWaiting(
      happening,
      () => receiveEvents(world.webhook, [happening]),
      () => deleteIt(token, id),
    );
    expect(listening).toEqual([0]);
    expect(await world.rows('SELECT id FROM webhook_events WHERE id = $1', happening.eventId)).toEqual([]);
  });

  it('never posts to it again, whatever is left waiting in the table', async () => {
    const { receiver, organizationId, token, id } = await world.listen();
    const eventId = await world.tell(organizationId);
    await world.settled(eventId, 'succeeded');
    await deleteIt(token, id);
    await world.rows(
      `INSERT INTO deliveries (event_id, endpoint_id, created_at, state, awaited, next_attempt_at)
       VALUES ($1, $2, now(), 'pending', false, '2000-01-01')`,
      eventId,
      id,
    );
    const next = await world.listen();
    await world.settled(await world.tell(next.organizationId), 'succeeded');
    expect(receiver.received).toHaveLength(1);
    expect(await cancelOrphans(world.webhook)).toBe(1);
    expect((await statesOf(id)).map(({ state }) => state).toSorted()).toEqual(['canceled', 'succeeded']);
  });
});

describe('createEndpoint', () => {
  let world: Deliveries;
  beforeAll(async () => {
    world = await startDeliveries();
  });
  afterAll(() => world.stack.stop());

  it('takes no more endpoints of an organization than the limit, even side by side', async () => {
    const token = makeToken(uuidv7(), 'webhooks:write', 'webhooks:read');
    const body = { url: 'https://example.com/hook', events: ['order.paid'] };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => world.send('POST', path, { as: token, body })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = replies.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body]).toEqual([
      403,
      {
        error: 'NotPermitted',
        detail:
          'An organization can have at most 5 webhook endpoints: delete one that is not needed any more.',
      },
    ]);
    const { body: list } = await world.send('GET', path, { as: token });
    const [first] = list.items as { id: string }[];
    await world.send('DELETE', `${path}/${first?.id}`, { as: token });
    expect((await world.send('POST', path, { as: token, body })).status).toBe(201);
    const other = makeToken(uuidv7(), 'webhooks:write');
    expect((await world.send('POST', path, { as: other, body })).status).toBe(201);
  });
});
