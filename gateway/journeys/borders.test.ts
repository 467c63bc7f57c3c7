/** Nobody reads or writes across the border of an organization: by session, by access token or by client secret. */
import { createPartner, createSeller, type Seller } from './clients.ts';
import { type Journey, startJourney } from './system.ts';

let journey: Journey;
let owner: Seller;
let stranger: Seller;
let reader: Seller;
let things: {
  product: string;
  benefit: string;
  customer: string;
  checkout: string;
  secret: string;
  endpoint: string;
  token: string;
};

beforeAll(async () => {
  journey = await startJourney();
  [owner, stranger, reader] = await Promise.all([
    createSeller(journey.url),
    createSeller(journey.url),
    createSeller(journey.url, ['products:read']),
  ]);
  things = await makeThings();
});
afterAll(() => journey?.stop());

const makeThings = async () => {
  const polar = createPartner(journey.url, owner.token);
  const product = await polar.products.create({
    name: 'Secret plan',
    recurringInterval: null,
    prices: [{ amountType: 'free' }],
  });
  const benefit = await polar.benefits.create({
    type: 'custom',
    description: 'Secret benefit',
    properties: { note: null },
  });
  const customer = await polar.customers.create({ email: 'secret@example.com', externalId: 'secret-1' });
  const checkout = await polar.checkouts.create({ products: [product.id] });
  const endpoint = await owner.call('POST', '/api/billing/v1/webhooks/endpoints', {
    url: 'https://example.com/hook',
    format: 'raw',
    events: ['order.paid'],
    organization_id: owner.organizationId,
  });
  const tokens = await owner.call(
    'GET',
    `/api/billing/v1/organization-access-tokens/?organization_id=${owner.organizationId}`,
  );
  const [token] = tokens.body['items'] as unknown as { id: string }[];
  return {
    product: product.id,
    benefit: benefit.id,
    customer: customer.id,
    checkout: checkout.id,
    secret: checkout.clientSecret,
    endpoint: String(endpoint.body['id']),
    token: token?.id ?? '',
  };
};

/** Every way to one thing of the owner. */
const waysIn = (): [string, string, unknown?][] => [
  ['GET', `products/${things.product}`],
  ['PATCH', `products/${things.product}`, { name: 'Taken over' }],
  ['POST', `products/${things.product}/benefits`, { benefits: [] }],
  ['GET', `benefits/${things.benefit}`],
  ['PATCH', `benefits/${things.benefit}`, { type: 'custom', description: 'Taken over' }],
  ['DELETE', `benefits/${things.benefit}`],
  ['GET', `benefits/${things.benefit}/grants`],
  ['GET', `customers/${things.customer}`],
  ['GET', `customers/${things.customer}/state`],
  ['GET', 'customers/external/secret-1'],
  ['PATCH', `customers/${things.customer}`, { name: 'Taken over' }],
  ['DELETE', `customers/${things.customer}`],
  ['GET', `checkouts/${things.checkout}`],
  ['PATCH', `checkouts/${things.checkout}`, { metadata: {} }],
  ['GET', `organizations/${owner.organizationId}`],
  ['PATCH', `organizations/${owner.organizationId}`, { name: 'Taken over' }],
  ['GET', `webhooks/endpoints/${things.endpoint}`],
  ['PATCH', `webhooks/endpoints/${things.endpoint}`, { url: 'https://evil.example' }],
  ['DELETE', `webhooks/endpoints/${things.endpoint}`],
];

const byToken = async (token: string, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${journey.url}/api/billing/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : null) as { error?: string } | null };
};

const lists = [
  'products',
  'benefits',
  'customers',
  'checkouts',
  'orders',
  'subscriptions',
  'webhooks/endpoints',
];

describe('a stranger', () => {
  it('finds none of the owner’s things, by session or by token', async () => {
    for (const [method, path, body] of waysIn()) {
      const bySession = await stranger.call(method, `/api/billing/v1/${path}`, body);
      expect([method, path, bySession.status]).toEqual([method, path, 404]);
      const token = await byToken(stranger.token, method, path, body);
      expect([method, path, token.status, token.body?.error]).toEqual([
        method,
        path,
        404,
        'ResourceNotFound',
      ]);
    }
  });

  it('sees none of them in a list, not even by asking for the organization', async () => {
    for (const list of lists)
      for (const query of ['', `?organization_id=${owner.organizationId}`]) {
        const bySession = await stranger.call('GET', `/api/billing/v1/${list}/${query}`);
        expect([list, query, bySession.status, bySession.body['items']]).toEqual([list, query, 200, []]);
        const token = await byToken(stranger.token, 'GET', `${list}/${query}`);
        expect([list, query, token.status, (token.body as { items?: unknown } | null)?.items]).toEqual([
          list,
          query,
          200,
          [],
        ]);
      }
  });

  it('cannot sell, connect or mint in the owner’s name', async () => {
    const attempts: [string, unknown][] = [
      ['checkouts/', { products: [things.product] }],
      [
        'products/',
        {
          name: 'Mine',
          recurring_interval: null,
          prices: [{ amount_type: 'free' }],
          organization_id: owner.organizationId,
        },
      ],
      [
        'webhooks/endpoints',
        {
          url: 'https://evil.example',
          format: 'raw',
          events: ['order.paid'],
          organization_id: owner.organizationId,
        },
      ],
      [
        'organization-access-tokens/',
        { organization_id: owner.organizationId, comment: 'x', scopes: ['products:read'] },
      ],
    ];
    for (const [path, body] of attempts) {
      const { status } = await stranger.call('POST', `/api/billing/v1/${path}`, body);
      expect([path, [403, 404, 422].includes(status)]).toEqual([path, true]);
    }
    const { status } = await stranger.call(
      'DELETE',
      `/api/billing/v1/organization-access-tokens/${things.token}`,
    );
    expect(status).toBe(404);
    expect((await byToken(owner.token, 'GET', `products/${things.product}`)).status).toBe(200);
  });

  it('cannot make the owner’s organization the active one', async () => {
    const { error } = await stranger.client.organization.setActive({ organizationId: owner.organizationId });
    expect(error).toMatchObject({ status: 403, message: 'User is not a member of the organization' });
  });
});

describe('an access token', () => {
  it('does what its scopes say and nothing else', async () => {
    expect((await byToken(reader.token, 'GET', 'products/')).status).toBe(200);
    const body = { name: 'Plan', recurring_interval: null, prices: [{ amount_type: 'free' }] };
    const attempts: [string, string, unknown?][] = [
      ['POST', 'products/', body],
      ['GET', 'customers/'],
      ['GET', 'orders/'],
      ['GET', 'webhooks/endpoints'],
      ['GET', `organizations/${reader.organizationId}`],
    ];
    for (const [method, path, sent] of attempts) {
      const { status, body: answer } = await byToken(reader.token, method, path, sent);
      expect([path, status, answer?.error]).toEqual([path, 403, 'insufficient_scope']);
    }
  });

  it('mints no further tokens', async () => {
    const attempt = { organization_id: owner.organizationId, comment: 'x', scopes: ['products:read'] };
    expect((await byToken(owner.token, 'POST', 'organization-access-tokens/', attempt)).status).toBe(403);
  });
});

describe('a client secret', () => {
  it('opens its checkout’s public face and nothing else', async () => {
    const publicFace = await fetch(`${journey.url}/api/billing/v1/checkouts/client/${things.secret}`);
    expect(publicFace.status).toBe(200);
    expect(await publicFace.json()).not.toHaveProperty('metadata');
    for (const path of [
      `checkouts/${things.checkout}`,
      'products/',
      'orders/',
      `customers/${things.customer}`,
    ])
      expect([path, (await byToken(things.secret, 'GET', path)).status]).toEqual([path, 401]);
  });
});
