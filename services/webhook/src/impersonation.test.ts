/** Webhook endpoints outlive an impersonation: only the user in person decides where a seller's data goes. */
import { makeEndpoint, makeSeller, startWebhook, type WebhookStack } from '../test/factories.ts';

let started: WebhookStack;
beforeAll(async () => {
  started = await startWebhook();
});
afterAll(() => started.stack.stop());

describe('an impersonated session', () => {
  it('adds no endpoint and redirects none, but looks, tests and removes', async () => {
    const { user, organizationId } = makeSeller(started);
    const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
    const as = { ...user, isImpersonated: true };
    const one = `/webhooks/endpoints/${id}`;
    const wanted = { url: 'https://eve.example/hook', format: 'raw', events: ['order.paid'] };
    for (const [method, path, body] of [
      ['POST', '/webhooks/endpoints', { ...wanted, organization_id: organizationId }],
      ['PATCH', one, { url: wanted.url }],
      ['PATCH', one, { secret: 'known-to-eve', enabled: true }],
    ] as const) {
      const reply = await started.send(method, path, { as, body });
      expect([method, reply.status, reply.body]).toEqual([
        method,
        403,
        { error: 'NotPermitted', detail: 'Not allowed while impersonating a user' },
      ]);
    }
    for (const enabled of [false, true])
      expect((await started.send('PATCH', one, { as, body: { enabled } })).body.enabled).toBe(enabled);
    const list = await started.send('GET', '/webhooks/endpoints', { as });
    expect(list.body.items).toMatchObject([{ id }]);
    expect((await started.send('GET', '/webhooks/deliveries', { as })).status).toBe(200);
    expect(
      (await started.send('POST', `${one}/test`, { as, body: { type: 'customer.created' } })).status,
    ).toBe(202);
    expect((await started.send('DELETE', one, { as })).status).toBe(204);
  });
});
