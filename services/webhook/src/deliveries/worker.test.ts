import { createVault } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { uuidv7 } from 'uuidv7';
import {
  customerEvent,
  makeEndpoint,
  makeToken,
  startReceiver,
  startTestWorker,
  startWebhook,
  type WebhookStack,
} from '../../test/factories.ts';
import { claimDeliveries } from './claim.ts';
import { recordResults } from './record.ts';
import { keptDays, sweepDeliveries } from './sweep.ts';

describe('the worker', () => {
  let started: WebhookStack;
  beforeEach(async () => {
    started = await startWebhook();
  });
  afterEach(() => started.stack.stop());

  const rows = <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
    started.stack.db.query(sql, values);

  const listen = async () => {
    const receiver = await startReceiver(started.stack);
    const organizationId = uuidv7();
    const token = makeToken(organizationId, 'webhooks:write', 'webhooks:read');
    const { id } = await makeEndpoint(started, token, { url: receiver.url });
    return { receiver, organizationId, id, token };
  };

  const tell = async (organizationId: string, count = 1, listeners = 1) => {
    const events = Array.from({ length: count }, () => customerEvent(organizationId));
    await Promise.all(events.map((event) => started.stack.bus.publish(event)));
    await eventually(async () =>
      expect(
        await rows(
          'SELECT 1 FROM deliveries d JOIN webhook_events v ON v.id = d.event_id WHERE v.organization_id = $1',
          organizationId,
        ),
      ).toHaveLength(count * listeners),
    );
    return events.map(({ id }) => id);
  };

  const claim = (changes: Partial<Parameters<typeof claimDeliveries>[1]> = {}) =>
    claimDeliveries(started.stack.db, {
      now: started.stack.clock.now(),
      most: 64,
      maxOfEndpoint: 16,
      maxOfOrganization: 64,
      inFlight: {},
      held: [],
      leaseSeconds: 30,
      ...changes,
    });

  const expireLeases = () => rows(`UPDATE deliveries SET leased_until = now() - interval '1 second'`);
  const states = () => rows<{ state: string }>('SELECT state FROM deliveries');

  it('takes what waits without a rest, however soon its receiver answers', async () => {
    const { receiver, organizationId } = await listen();
    await tell(organizationId, 300);
    const never = 600_000;
    startTestWorker(started, { inFlightOfEndpoint: 4, pollMilliseconds: never, restMilliseconds: never });
    await eventually(() => expect(receiver.received.length).toBe(300), 30_000);
  });

  it('delivers again what a killed worker had taken and not recorded', async () => {
    const { receiver, organizationId } = await listen();
    await tell(organizationId, 3);
    expect(await claim()).toHaveLength(3);
    startTestWorker(started);
    expect(await claim()).toEqual([]);
    expect(receiver.received).toEqual([]);
    await expireLeases();
    await eventually(async () => expect(await states()).toEqual(Array(3).fill({ state: 'succeeded' })));
    expect(receiver.received).toHaveLength(3);
  });

  it('shares the work with others without doing any of it twice', async () => {
    const { receiver, organizationId } = await listen();
    await tell(organizationId, 60);
    for (const _ of [1, 2, 3]) startTestWorker(started, { inFlight: 8 });
    await eventually(async () => expect(await states()).toEqual(Array(60).fill({ state: 'succeeded' })));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
    expect(receiver.received).toHaveLength(60);
  });

  it('never takes more of an endpoint than may be in flight, and gives every endpoint its turn', async () => {
    const [busy, calm] = [await listen(), await listen()];
    await tell(busy.organizationId, 40);
    await tell(calm.organizationId, 2);
    const jobs = await claim({ maxOfEndpoint: 5, inFlight: { [busy.id]: 2 } });
    expect(jobs.filter(({ endpointId }) => endpointId === busy.id)).toHaveLength(3);
    expect(jobs.filter(({ endpointId }) => endpointId === calm.id)).toHaveLength(2);
    expect(await claim({ maxOfEndpoint: 5, inFlight: { [busy.id]: 5 } })).toEqual([]);
    expect(await claim({ most: 4 })).toHaveLength(4);
  });

  it('keeps no endpoint waiting for a slow one', async () => {
    const [slow, quick] = [await listen(), await listen()];
    slow.receiver.answer(() => undefined);
    await tell(slow.organizationId, 100);
    startTestWorker(started, { inFlight: 20, inFlightOfEndpoint: 4, drainMilliseconds: 50 });
    await eventually(() => expect(slow.receiver.received).toHaveLength(4));
    await tell(quick.organizationId, 30);
    await eventually(() => expect(quick.receiver.received).toHaveLength(30));
    expect(slow.receiver.received).toHaveLength(4);
  });

  it('keeps no organization waiting for the many slow endpoints of another one', async () => {
    const [slow, quick] = [await listen(), await listen()];
    slow.receiver.answer(() => undefined);
    for (let more = 0; more < 4; more += 1)
      await makeEndpoint(started, slow.token, { url: slow.receiver.url });
    await tell(slow.organizationId, 20, 5);
    startTestWorker(started, { inFlight: 20, inFlightOfOrganization: 6, drainMilliseconds: 50 });
    await eventually(() => expect(slow.receiver.received.length).toBeGreaterThanOrEqual(6));
    await tell(quick.organizationId, 30);
    await eventually(() => expect(quick.receiver.received).toHaveLength(30));
    // Six, and one of each endpoint that had none among these.
    expect(slow.receiver.received.length).toBeLessThanOrEqual(10);
  });

  it('keeps an endpoint that answers going beside those of its organization that hang', async () => {
    const slow = await listen();
    slow.receiver.answer(() => undefined);
    await makeEndpoint(started, slow.token, { url: slow.receiver.url });
    const quick = await startReceiver(started.stack);
    await makeEndpoint(started, slow.token, { url: quick.url });
    await tell(slow.organizationId, 30, 3);
    startTestWorker(started, {
      inFlightOfEndpoint: 4,
      inFlightOfOrganization: 8,
      drainMilliseconds: 50,
    });
    await eventually(() => expect(quick.received).toHaveLength(30));
    await eventually(() => expect(slow.receiver.received).toHaveLength(8));
  });

  it.each([200, 500])(
    'sends again what it is asked to while an attempt is under way that ends with %i',
    async (status) => {
      const { receiver, organizationId, token } = await listen();
      let release: () => void = () => undefined;
      receiver.answer((_req, res) => {
        release = () => void res.writeHead(status).end();
      });
      const [eventId] = await tell(organizationId);
      startTestWorker(started, { drainMilliseconds: 20 });
      await eventually(() => expect(receiver.received).toHaveLength(1));
      const reply = await started.send('POST', `/webhooks/events/${eventId}/redeliver`, { as: token });
      expect(reply.status).toBe(202);
      receiver.answer((_req, res) => void res.end());
      release();
      await eventually(async () => expect(await states()).toEqual([{ state: 'succeeded' }]));
      expect(receiver.received).toHaveLength(2);
      expect(await rows('SELECT succeeded FROM attempts ORDER BY id')).toEqual([
        { succeeded: status === 200 },
        { succeeded: true },
      ]);
    },
  );

  it('lets go of what it cannot finish when it stops, so that another takes it at once', async () => {
    const { receiver, organizationId } = await listen();
    receiver.answer(() => undefined);
    await tell(organizationId);
    const worker = startTestWorker(started, { drainMilliseconds: 20 });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await worker.stop();
    expect(await rows('SELECT 1 FROM attempts')).toEqual([]);
    expect(await claim()).toHaveLength(1);
  });

  it('finishes and records what is under way when it stops', async () => {
    const { receiver, organizationId } = await listen();
    await tell(organizationId);
    let release = (): void => undefined;
    receiver.answer((_req, res) => {
      release = () => void res.end('late');
    });
    const worker = startTestWorker(started);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const stopped = worker.stop();
    release();
    await stopped;
    expect(await rows('SELECT response FROM attempts')).toEqual([{ response: 'late' }]);
  });

  it('dials no address that it may not, whatever was stored or a name means today', async () => {
    const { receiver, organizationId, id } = await listen();
    const [eventId] = await tell(organizationId);
    started.webhook.destinations = { allowHttp: true, allowLoopback: false, allowPrivateAddresses: false };
    startTestWorker(started, {
      lookup: ((_host: string, _options: object, callback: (error: null, addresses: object[]) => void) =>
        callback(null, [{ address: '127.0.0.1', family: 4 }])) as never,
    });
    const errors = () => rows('SELECT succeeded, http_code, error FROM attempts ORDER BY id');
    const forbidden = { succeeded: false, http_code: null, error: 'The address is not allowed' };
    await eventually(async () => expect(await errors()).toEqual([forbidden]));
    await rows('UPDATE endpoints SET url = $2 WHERE id = $1', id, `http://rebound.example:${receiver.port}/`);
    await rows(`UPDATE deliveries SET next_attempt_at = '2020-01-01Z' WHERE event_id = $1`, eventId);
    await eventually(async () => expect(await errors()).toEqual([forbidden, forbidden]));
    expect(receiver.received).toEqual([]);
  });

  it('keeps an attempt that ends after its delivery was canceled, and does not revive it', async () => {
    const { organizationId, id, token } = await listen();
    await tell(organizationId);
    const [job] = await claim();
    if (!job) throw new Error('nothing was due');
    await started.send('DELETE', `/webhooks/endpoints/${id}`, { as: token });
    const outcome = {
      succeeded: false,
      httpCode: 500,
      durationMs: 1,
      response: null,
      error: null,
      askedDelay: 0,
    };
    const now = started.stack.clock.now();
    await recordResults(started.stack.db, [{ job, outcome, startedAt: now, nextAttemptAt: now }]);
    expect(await states()).toEqual([{ state: 'canceled' }]);
    expect(await rows('SELECT 1 FROM attempts')).toHaveLength(1);
    expect(await claim()).toEqual([]);
  });

  it('records a failure, and wakes someone, when no key of the ring opens the secret', async () => {
    const { receiver, organizationId, id } = await listen();
    const strange = createVault(`first:${Buffer.alloc(32, 9).toString('base64')}`).encrypt('shhh');
    await rows('UPDATE endpoints SET secret = $2 WHERE id = $1', id, strange);
    await tell(organizationId);
    startTestWorker(started);
    await eventually(async () =>
      expect(await rows('SELECT http_code, error FROM attempts')).toEqual([
        { http_code: null, error: 'The message could not be signed: set a new secret' },
      ]),
    );
    expect(receiver.received).toEqual([]);
    expect(started.stack.log.lines()).toContainEqual(expect.objectContaining({ level: 50, endpointId: id }));
  });

  it('delivers two hundred events to one endpoint, each once', async () => {
    const { receiver, organizationId } = await listen();
    startTestWorker(started);
    const ids = await tell(organizationId, 200);
    await eventually(async () => expect(await states()).toEqual(Array(200).fill({ state: 'succeeded' })));
    expect(receiver.received).toHaveLength(ids.length);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids));
  });

  describe('sweepDeliveries', () => {
    it('deletes what has been over for a month, and nothing that waits or is younger', async () => {
      const { organizationId } = await listen();
      const [old] = await tell(organizationId);
      const worker = startTestWorker(started);
      await eventually(async () => expect(await states()).toEqual([{ state: 'succeeded' }]));
      await worker.stop();
      const other = await listen();
      const [waiting] = await tell(other.organizationId);
      expect(await sweepDeliveries(started.webhook)).toBe(0);
      started.stack.clock.advance(keptDays * 86_400 + 1);
      expect(await sweepDeliveries(started.webhook)).toBe(1);
      expect(await rows('SELECT 1 FROM webhook_events WHERE id = $1', old)).toEqual([]);
      expect(await rows('SELECT 1 FROM attempts')).toEqual([]);
      expect(await rows('SELECT id FROM webhook_events')).toEqual([{ id: waiting }]);
    });

    it('deletes payloads as old as streams keep events, however late they were delivered again', async () => {
      const { organizationId } = await listen();
      const [old] = await tell(organizationId);
      const worker = startTestWorker(started);
      await eventually(async () => expect(await states()).toEqual([{ state: 'succeeded' }]));
      await worker.stop();
      started.stack.clock.advance(89 * 86_400);
      await started.stack.db.query('UPDATE deliveries SET modified_at = $1', [started.stack.clock.now()]);
      expect(await sweepDeliveries(started.webhook)).toBe(0);
      started.stack.clock.advance(86_400 + 1);
      expect(await sweepDeliveries(started.webhook)).toBe(1);
      expect(await rows('SELECT 1 FROM webhook_events WHERE id = $1', old)).toEqual([]);
    });

    it('deletes an endpoint for good once nothing of it is left', async () => {
      const { id, token } = await listen();
      await started.send('DELETE', `/webhooks/endpoints/${id}`, { as: token });
      await sweepDeliveries(started.webhook);
      expect(await rows('SELECT 1 FROM endpoints')).toHaveLength(1);
      started.stack.clock.advance(keptDays * 86_400 + 1);
      await sweepDeliveries(started.webhook);
      expect(await rows('SELECT 1 FROM endpoints')).toEqual([]);
    });
  });
});
