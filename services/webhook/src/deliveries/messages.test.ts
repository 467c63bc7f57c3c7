import type { lookup } from 'node:dns';
import { validateEvent } from '@polar-sh/sdk/webhooks';
import { eventually } from '@tessera/kit/test/eventually';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { answerWith, type Deliveries, received, startDeliveries } from '../../test/deliveries.ts';
import { customerEvent, makeCustomer, type Receiver, startReceiver } from '../../test/factories.ts';

/** A name server that has never heard of anybody. */
const knowsNobody = ((
  _host: string,
  _options: object,
  callback: (error: Error, addresses: object[]) => void,
) => callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])) as unknown as typeof lookup;

describe('messages to an endpoint', () => {
  let started: Deliveries;
  beforeAll(async () => {
    started = await startDeliveries({ timeoutMilliseconds: 1_500, lookup: knowsNobody });
  });
  afterAll(() => started.stack.stop());

  describe('a message', () => {
    it('verifies with the SDK and with standardwebhooks, by one header', async () => {
      const { receiver, organizationId, secret } = await started.listen({ secret: undefined });
      const customer = makeCustomer(organizationId);
      const eventId = await started.tell(organizationId, customer);
      await received(receiver, 1);
      const [{ headers, body, method, path }] = receiver.received as [Receiver['received'][0]];
      const flat = headers as Record<string, string>;
      expect([method, path]).toEqual(['POST', '/hook']);
      expect(validateEvent(body, flat, secret ?? '')).toMatchObject({
        type: 'customer.created',
        data: { id: customer.id, name: 'Zoë' },
      });
      expect(new StandardWebhook(secret ?? '').verify(body, flat)).toEqual(JSON.parse(body));
      expect(JSON.parse(body)).toEqual({ type: 'customer.created', data: customer });
      expect(headers).toMatchObject({
        'webhook-id': eventId,
        'content-type': 'application/json',
        'user-agent': 'Tessera-Webhooks/1.0',
      });
      expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
      await started.settled(eventId, 'succeeded');
    });

    it.each(['discord', 'slack'])('is written for %s where the endpoint asks for that', async (format) => {
      const { receiver, organizationId } = await started.listen({ format });
      await started.tell(organizationId);
      await received(receiver, 1);
      const body = JSON.parse(receiver.received[0]?.body ?? '');
      expect(format === 'slack' ? body.text : body.embeds[0].title).toBe('Customer: created');
    });

    it('continues the trace of its event', async () => {
      const { receiver, organizationId } = await started.listen();
      const event = customerEvent(organizationId);
      event.headers['traceparent'] = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      await started.stack.bus.publish(event);
      await received(receiver, 1);
      expect(receiver.received[0]?.headers['traceparent']).toContain('0af7651916cd43dd8448eb211c80319c');
    });

    it('travels on kept connections', async () => {
      const { receiver, organizationId } = await started.listen();
      for (const n of [1, 2, 3]) {
        await started.tell(organizationId);
        await received(receiver, n);
        await eventually(async () =>
          expect(
            await started.rows(
              `SELECT 1 FROM attempts a JOIN deliveries d ON d.id = a.delivery_id
              JOIN webhook_events v ON v.id = d.event_id WHERE v.organization_id = $1`,
              organizationId,
            ),
          ).toHaveLength(n),
        );
      }
      expect(receiver.connections()).toBe(1);
    });
  });

  describe('an attempt', () => {
    it.each([200, 201, 204, 299])('succeeds with %i', async (status) => {
      const { receiver, organizationId } = await started.listen();
      receiver.answer((_req, res) => void res.writeHead(status).end());
      await started.settled(await started.tell(organizationId), 'succeeded');
    });

    it.each([301, 302, 307, 308, 400, 404, 429, 500, 503])('fails with %i', async (status) => {
      const { receiver, organizationId } = await started.listen();
      receiver.answer(answerWith(status, { location: 'http://169.254.169.254/' }));
      const eventId = await started.tell(organizationId);
      await started.settled(eventId, 'pending');
      expect(await started.attemptsOf(eventId)).toMatchObject([
        { succeeded: false, http_code: status, response: 'no' },
      ]);
      expect(receiver.received).toHaveLength(1);
    });

    it('does not follow a redirect to somewhere that is reachable', async () => {
      const { receiver, organizationId } = await started.listen();
      const elsewhere = await startReceiver(started.stack);
      receiver.answer(answerWith(307, { location: elsewhere.url }));
      await started.settled(await started.tell(organizationId), 'pending');
      expect(elsewhere.received).toEqual([]);
    });

    it('keeps the start of the answer, its status and how long it took', async () => {
      const { receiver, organizationId } = await started.listen();
      receiver.answer(
        (_req, res) => void res.writeHead(500).end(`\u0000\u001b[31mbroken ${'x'.repeat(200_000)}`),
      );
      const eventId = await started.tell(organizationId);
      await started.settled(eventId, 'pending');
      const [attempt] = await started.attemptsOf(eventId);
      expect(attempt).toMatchObject({ http_code: 500, error: null, duration_ms: expect.any(Number) });
      expect(attempt?.['response']).toMatch(/^\[31mbroken x{900}/);
      expect(String(attempt?.['response']).length).toBeLessThanOrEqual(1024);
    });

    it('ends when the time limit is over', async () => {
      const { receiver, organizationId } = await started.listen();
      receiver.answer(() => undefined);
      const eventId = await started.tell(organizationId);
      await started.settled(eventId, 'pending');
      expect(await started.attemptsOf(eventId)).toMatchObject([
        { succeeded: false, http_code: null, response: null, error: 'No answer within 1.5 seconds' },
      ]);
    });

    it('goes by the status when the body never ends', async () => {
      const { receiver, organizationId } = await started.listen();
      receiver.answer((_req, res) => void res.writeHead(200).write('started'));
      const eventId = await started.tell(organizationId);
      await started.settled(eventId, 'succeeded');
      expect(await started.attemptsOf(eventId)).toMatchObject([{ http_code: 200, response: 'started' }]);
    });

    it('says in words why no answer came', async () => {
      const { receiver, organizationId } = await started.listen();
      const other = await started.listen({ url: 'https://nobody.invalid/' });
      await receiver.stop();
      const [refused, unknown] = [
        await started.tell(organizationId),
        await started.tell(other.organizationId),
      ];
      await started.settled(refused, 'pending');
      expect(await started.attemptsOf(refused)).toMatchObject([
        { http_code: null, error: 'The connection was refused' },
      ]);
      await started.settled(unknown, 'pending');
      expect(await started.attemptsOf(unknown)).toMatchObject([
        { error: 'The host name could not be resolved' },
      ]);
    });

    it('survives a receiver that breaks off or talks nonsense', async () => {
      const { receiver, organizationId } = await started.listen();
      receiver.answer((req) => void req.socket.destroy());
      const first = await started.tell(organizationId);
      await started.settled(first, 'pending');
      expect(await started.attemptsOf(first)).toMatchObject([
        { error: 'The connection was closed before an answer came' },
      ]);
      receiver.answer((req) => void req.socket.end('nonsense\r\n\r\n'));
      const second = await started.tell(organizationId);
      await started.settled(second, 'pending');
      expect(await started.attemptsOf(second)).toMatchObject([{ error: 'The answer is not valid HTTP' }]);
    });
  });

  it('never name an address or a secret in the log', async () => {
    const { receiver, organizationId } = await started.listen({ secret: 'log-me-not' });
    await started.settled(await started.tell(organizationId), 'succeeded');
    const log = JSON.stringify(started.stack.log.lines());
    expect(log).not.toContain(String(receiver.port));
    expect(log).not.toContain('log-me-not');
    expect(log).toContain('webhook delivered');
  });
});
