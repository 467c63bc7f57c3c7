import { eventually } from '@tessera/kit/test/eventually';
import { queryCosts } from '@tessera/kit/test/query-costs';
import { WebhookDeliveryListQuery } from '@tessera/proto/api/webhook/delivery';
import { uuidv7 } from 'uuidv7';
import { answerWith, type Deliveries, startDeliveries } from '../../test/deliveries.ts';
import {
  makeCustomer,
  makeEndpoint,
  makeSeller,
  makeToken,
  makeUser,
  startReceiver,
} from '../../test/factories.ts';
import { attemptsOf } from './list.ts';

describe('attemptsOf', () => {
  const asked = (query: object, of: 'all' | 'ofOne' = 'all'): string => {
    const { attempts, values } = attemptsOf(
      ['00000000-0000-4000-8000-000000000000'],
      WebhookDeliveryListQuery.parse(query),
    );
    expect(Math.max(...Array.from(attempts.all.matchAll(/\$(\d+)/g), ([, at]) => Number(at)))).toBe(
      values.length,
    );
    return attempts[of];
  };

  it.each([{}, { succeeded: 'false' }, { httpCodeClass: '5xx', startTimestamp: '2026-01-01T00:00:00Z' }])(
    'reads nothing but attempts for %j',
    (query) => expect(asked(query)).not.toMatch(/deliveries|webhook_events/),
  );

  it.each([{ latest: 'true' }, { status: 'failed' }])('reads no messages for %j', (query) => {
    expect(asked(query)).toContain('deliveries');
    expect(asked(query)).not.toContain('webhook_events');
  });

  it('reads each endpoint by itself, whose index has the order of the list', () => {
    const query = { endpointId: [uuidv7(), uuidv7()], succeeded: 'false' };
    expect(asked(query, 'ofOne')).toContain('a.endpoint_id = e.id AND a.succeeded');
    expect(asked(query, 'ofOne')).not.toMatch(/organization_id|ANY/);
  });

  it.each([{ eventType: 'order.paid' }, { query: 'grace' }])('reads messages for %j', (query) =>
    expect(asked(query)).toContain('webhook_events'),
  );
});

describe('the list of deliveries', () => {
  let started: Deliveries;
  beforeAll(async () => {
    started = await startDeliveries({ timeoutMilliseconds: 1_500 });
  });
  afterAll(() => started.stack.stop());

  describe('listDeliveries', () => {
    const list = (as: Parameters<typeof makeEndpoint>[1], query = '') =>
      started.send('GET', `/webhooks/deliveries${query}`, { as });

    it('reads long payloads one by one', async () => {
      const { organizationId, token, id } = await started.listen();
      const names = ['a'.repeat(100_000), 'short', 'é'.repeat(100_000)];
      const eventIds: string[] = [];
      for (const name of names) {
        const eventId = await started.tell(organizationId, { ...makeCustomer(organizationId), name });
        await started.settled(eventId, 'succeeded');
        eventIds.push(eventId);
      }
      const all = () => list(token, `?endpoint_id=${id}`);
      const { body } = await all();
      const shown = body.items.map((item: { webhook_event: { id: string; payload: string } }) => [
        item.webhook_event.id,
        JSON.parse(item.webhook_event.payload).data.name,
      ]);
      expect(new Map(shown)).toEqual(new Map(names.map((name, at) => [eventIds[at], name])));
      expect(body.pagination).toEqual({ total_count: 3, max_page: 1 });
      const short = () => list(token, `?event_id=${eventIds[1]}`);
      const costs = await queryCosts({ all, short });
      expect(costs['all']).toBe((costs['short'] ?? 0) + 2);
    });

    it('shows each attempt, newest first, with its event and the payload as text', async () => {
      const { receiver, organizationId, token, id } = await started.listen();
      receiver.answer(answerWith(500));
      const eventId = await started.tell(organizationId);
      await started.settled(eventId, 'pending');
      receiver.answer((_req, res) => void res.end('fine'));
      started.stack.clock.advance(4);
      await started.settled(eventId, 'succeeded', 2);
      const { status, body } = await list(token, `?endpoint_id=${id}`);
      expect(status).toBe(200);
      expect(body.pagination).toEqual({ total_count: 2, max_page: 1 });
      expect(body.items[0]).toEqual({
        id: expect.any(String),
        created_at: expect.any(String),
        modified_at: null,
        succeeded: true,
        http_code: 200,
        duration_ms: expect.any(Number),
        response: 'fine',
        error: null,
        webhook_endpoint_id: id,
        webhook_event: {
          id: eventId,
          created_at: expect.any(String),
          modified_at: expect.any(String),
          type: 'customer.created',
          last_http_code: 200,
          succeeded: true,
          payload: receiver.received[0]?.body,
          is_test: false,
        },
      });
      expect(body.items[1]).toMatchObject({ succeeded: false, http_code: 500, response: 'no' });
      const oldest = await list(token, '?sorting=created_at&limit=1');
      expect(oldest.body.items).toMatchObject([{ http_code: 500 }]);
      expect(oldest.body.pagination).toEqual({ total_count: 2, max_page: 2 });
    });

    it('shows nothing to strangers and nothing of a deleted endpoint', async () => {
      const { organizationId, token, id } = await started.listen();
      await started.settled(await started.tell(organizationId), 'succeeded');
      expect((await list(token)).body.items).toHaveLength(1);
      for (const as of [makeUser(), makeSeller(started).user, makeToken(uuidv7(), 'webhooks:read')])
        expect((await list(as, `?endpoint_id=${id}`)).body.items).toEqual([]);
      expect((await list(makeToken(organizationId, 'orders:read'))).body.error).toBe('insufficient_scope');
      expect((await started.send('GET', '/webhooks/deliveries')).status).toBe(401);
      await started.send('DELETE', `/webhooks/endpoints/${id}`, { as: token });
      expect((await list(token)).body.items).toEqual([]);
    });

    it('finds those of given events', async () => {
      const { organizationId, token } = await started.listen();
      const events = [await started.tell(organizationId), await started.tell(organizationId)];
      for (const event of events) await started.settled(event, 'succeeded');
      const { body } = await list(token, `?event_id=${events[0]}`);
      expect(body.items.map((item: { webhook_event: { id: string } }) => item.webhook_event.id)).toEqual([
        events[0],
      ]);
      expect((await list(token, `?event_id=${events[0]}&event_id=${events[1]}`)).body.items).toHaveLength(2);
      expect((await list(token, `?event_id=${uuidv7()}`)).body.items).toEqual([]);
      expect((await list(makeSeller(started).user, `?event_id=${events[0]}`)).body.items).toEqual([]);
    });

    it('shows the last attempt of each message alone, and counts messages, when asked so', async () => {
      const { receiver, organizationId, token, id } = await started.listen();
      const [first, second] = [await started.tell(organizationId), await started.tell(organizationId)];
      for (const event of [first, second]) await started.settled(event, 'succeeded');
      receiver.answer(answerWith(500));
      await started.send('POST', `/webhooks/events/${first}/redeliver`, { as: token });
      await eventually(async () => expect(await started.attemptsOf(first)).toHaveLength(2));
      const { body } = await list(token, `?endpoint_id=${id}&latest=true&limit=1`);
      expect(body.pagination).toEqual({ total_count: 2, max_page: 2 });
      expect(body.items).toMatchObject([{ http_code: 500, webhook_event: { id: first } }]);
      const next = await list(token, `?endpoint_id=${id}&latest=true&limit=1&page=2`);
      expect(next.body.items).toMatchObject([{ http_code: 200, webhook_event: { id: second } }]);
      expect((await list(token, `?endpoint_id=${id}&latest=false`)).body.items).toHaveLength(3);
    });

    it('merges the attempts of several endpoints, and pages and counts them together', async () => {
      const { organizationId, token, id } = await started.listen();
      const { url } = await startReceiver(started.stack);
      const other = await makeEndpoint(started, token, { url });
      const events = [await started.tell(organizationId), await started.tell(organizationId)];
      for (const event of events) await started.allSucceeded(event);
      const all = await list(token, '?limit=100');
      const times = all.body.items.map((item: { created_at: string }) => item.created_at);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(all.body.items.map((item: { webhook_endpoint_id: string }) => item.webhook_endpoint_id)).toEqual(
        expect.arrayContaining([id, other.id]),
      );
      for (const filter of ['', '&latest=true', '&query=CUSTOMER.created']) {
        const pages = await Promise.all(
          [1, 2, 3, 4, 5].map((page) => list(token, `?limit=1&page=${page}${filter}`)),
        );
        expect(pages.flatMap(({ body }) => body.items)).toEqual(all.body.items);
        for (const { body } of pages) expect(body.pagination).toEqual({ total_count: 4, max_page: 4 });
      }
    });

    it('counts messages that were attempted, delivered or not, and no other', async () => {
      const { receiver, organizationId, token, id } = await started.listen();
      receiver.answer(answerWith(500));
      const waiting = await started.tell(organizationId);
      await started.settled(waiting, 'pending');
      const counted = async () =>
        (await list(token, `?endpoint_id=${id}&latest=true`)).body.pagination.total_count;
      expect(await counted()).toBe(1);
      // A pause drops what waits, which was attempted all the same.
      await started.send('PATCH', `/webhooks/endpoints/${id}`, { as: token, body: { enabled: false } });
      expect(await counted()).toBe(1);
    });

    it.each(['Zoë Ångström', 'zoë ångström', 'ÅNGSTRÖM', 'ngstr', 'zoe ang', 'ŻÖÉ'])(
      'finds %s in what was sent, without regard to case and accents',
      async (text) => {
        const { organizationId, token } = await started.listen();
        const customer = { ...makeCustomer(organizationId), name: 'Zoë Ångström' };
        const eventId = await started.tell(organizationId, customer);
        await started.settled(eventId, 'succeeded');
        const { body } = await list(token, `?query=${encodeURIComponent(text)}`);
        expect(body.items).toMatchObject([{ webhook_event: { id: eventId } }]);
      },
    );

    it.each([
      ['O"Neil \\ Sons', ['"neil', 'neil \\ sons', 'O"Neil \\ Sons', String.raw`O\"Neil`]],
      ['Ame\u0301lie', ['Amélie', 'ame\u0301lie']],
      ['Amélie', ['Ame\u0301lie', 'AMÉLIE']],
      ['Amelie Strasse', ['Amélie', 'Straße']],
      ['がくせい 50%', ['がく', '50％']],
    ])('finds %j as it is written, not only as JSON or its sender spells it', async (name, texts) => {
      const { organizationId, token } = await started.listen();
      const eventId = await started.tell(organizationId, { ...makeCustomer(organizationId), name });
      await started.settled(eventId, 'succeeded');
      for (const text of texts) {
        const { body } = await list(token, `?query=${encodeURIComponent(text)}`);
        expect([text, body.items]).toMatchObject([text, [{ webhook_event: { id: eventId } }]]);
      }
    });

    it('finds what was delivered, is tried again or was given up', async () => {
      const { receiver, organizationId, token, id } = await started.listen();
      const arrived = await started.tell(organizationId);
      await started.settled(arrived, 'succeeded');
      receiver.answer(answerWith(500));
      const waiting = await started.tell(organizationId);
      await started.settled(waiting, 'pending');
      const found = async (query: string) =>
        (await list(token, query)).body.items.map(
          (item: { webhook_event: { id: string } }) => item.webhook_event.id,
        );
      expect(await found('?status=delivered')).toEqual([arrived]);
      expect(await found('?status=retrying&latest=true')).toEqual([waiting]);
      expect(await found('?status=failed')).toEqual([]);
      expect(await found('?status=delivered&status=retrying')).toEqual([waiting, arrived]);
      // A pause drops what waits.
      await started.send('PATCH', `/webhooks/endpoints/${id}`, { as: token, body: { enabled: false } });
      expect(await found('?status=retrying')).toEqual([]);
      expect(await found('?status=failed')).toEqual([waiting]);
    });

    it('finds events of given types', async () => {
      const { organizationId, token } = await started.listen();
      await started.settled(await started.tell(organizationId), 'succeeded');
      expect((await list(token, '?event_type=customer.created')).body.items).toHaveLength(1);
      expect(
        (await list(token, '?event_type=order.paid&event_type=customer.created')).body.items,
      ).toHaveLength(1);
      expect((await list(token, '?event_type=order.paid')).body.pagination.total_count).toBe(0);
    });

    it('finds attempts by their answer, and by a text in what was sent', async () => {
      const { receiver, organizationId, token } = await started.listen();
      const arrived = await started.tell(organizationId);
      await started.settled(arrived, 'succeeded');
      receiver.answer(answerWith(500));
      const refused = await started.tell(organizationId);
      await started.settled(refused, 'pending');
      const found = async (query: string) =>
        (await list(token, query)).body.items.map(
          (item: { webhook_event: { id: string } }) => item.webhook_event.id,
        );
      expect(await found('?succeeded=true')).toEqual([arrived]);
      expect(await found('?succeeded=false')).toEqual([refused]);
      expect(await found('?http_code_class=2xx')).toEqual([arrived]);
      expect(await found('?http_code_class=5xx')).toEqual([refused]);
      expect(await found('?http_code_class=4xx')).toEqual([]);
      const [{ webhook_event: event }] = (await list(token, '?succeeded=true')).body.items;
      const { data } = JSON.parse(event.payload) as { data: { email: string } };
      expect(await found(`?query=${encodeURIComponent(data.email.toUpperCase())}`)).toContain(arrived);
      expect(await found('?query=100%25')).toEqual([]);
    });

    it.each([
      'succeeded=maybe',
      'http_code_class=6xx',
      `query=${'x'.repeat(201)}`,
      'status=lost',
      'event_type=moon.full',
      'endpoint_id=x',
      'latest=perhaps',
      'event_id=x',
      'sorting=url',
      'page=-1',
      'start_timestamp=yesterday',
      'endpoint_id[x]=1',
    ])('refuses ?%s with 422', async (query) =>
      expect((await list(makeUser(), `?${query}`)).status).toBe(422),
    );
  });
});
