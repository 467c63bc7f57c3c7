import { foundInOtherCase } from '@tessera/kit/test/paths';
import { type BillingStack, makeSeller, startBilling } from '../test/factories.ts';

let stack: BillingStack;

beforeAll(async () => {
  stack = await startBilling({ workers: false });
});

afterAll(() => stack.stop());

describe('the app', () => {
  it('is alive, ready, and describes every route with its scopes', async () => {
    expect((await fetch(`${stack.url}/health`)).status).toBe(200);
    expect((await fetch(`${stack.url}/ready`)).status).toBe(200);
    const { paths } = (await (await fetch(`${stack.url}/internal/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { description?: string }>>;
    };
    expect(paths['/api/billing/v1/products/{id}']?.['patch']?.description).toBe('Scopes: products:write');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/billing/v1/benefits/{id}/grants',
        '/api/billing/v1/customers/external/{external_id}/state',
        '/api/billing/v1/orders/{id}',
      ]),
    );
  });

  it('knows no path in another case', async () => expect(await foundInOtherCase(stack.url)).toEqual([]));

  it('answers an unknown route in the API’s words', async () => {
    const { owner } = await makeSeller(stack);
    const { status, body } = await stack.send('GET', '/nothing', { as: owner });
    expect([status, body.error]).toEqual([404, 'ResourceNotFound']);
  });

  it.each([
    ['POST', '/products'],
    ['POST', '/benefits'],
    ['POST', '/customers'],
    ['PATCH', '/products/01980000-0000-7000-8000-000000000000'],
    ['PATCH', '/benefits/01980000-0000-7000-8000-000000000000'],
    ['PATCH', '/customers/01980000-0000-7000-8000-000000000000'],
    ['POST', '/products/01980000-0000-7000-8000-000000000000/benefits'],
  ])('meets bad bodies of %s %s with a 4xx', async (method, path) => {
    const { owner } = await makeSeller(stack);
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"name":{"a":1},"email":7,"type":[],"benefits":"x","prices":{},"metadata":[]}',
      `{"name":"${'n'.repeat(100_000)}","email":"${'e'.repeat(100_000)}","description":"${'d'.repeat(100_000)}"}`,
      `{"name":"${'n'.repeat(2_000_000)}"}`,
      '{"name":"a\\u0000b","metadata":{"__proto__":{"a":1}}}',
      `{"metadata":{${Array.from({ length: 60 }, (_, key) => `"k${key}":1`).join(',')}}}`,
    ];
    for (const body of bodies) {
      const reply = await stack.send(method, path, {
        as: owner,
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
      expect(reply.body.error).toEqual(expect.any(String));
    }
  });
});
