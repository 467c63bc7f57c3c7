import { productCreated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { ProductEntity } from './entity.ts';

let stack: BillingStack;
let seller: Seller;
let stranger: Seller;

beforeAll(async () => {
  stack = await startBilling();
});

beforeEach(async () => {
  seller = await makeSeller(stack);
  stranger = await makeSeller(stack);
});

afterAll(() => stack.stop());

const fixed = { amount_type: 'fixed', price_amount: 1500 };
const book = (changes: object = {}) => ({
  organization_id: seller.organizationId,
  name: 'A book',
  recurring_interval: null,
  prices: [fixed],
  ...changes,
});
const locs = (body: { detail: { loc: unknown[]; type: string }[] }) =>
  body.detail.map(({ loc, type }) => [loc.join('.'), type]);

describe('createProduct', () => {
  it('answers every documented key, keeps rows and emits what it answered', async () => {
    const { status, body } = await stack.send('POST', '/products/', {
      as: seller.owner,
      body: book({ description: 'To read', metadata: { shelfMark: 'A1', pages: 12, isbn_13: true } }),
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      created_at: '2026-01-15T12:00:00.000Z',
      modified_at: null,
      name: 'A book',
      description: 'To read',
      recurring_interval: null,
      recurring_interval_count: null,
      trial_interval: null,
      trial_interval_count: null,
      trial_requires_payment_method: true,
      is_recurring: false,
      is_archived: false,
      is_tax_applicable: true,
      tax_behavior: 'exclusive',
      organization_id: seller.organizationId,
      metadata: { shelfMark: 'A1', pages: 12, isbn_13: true },
      prices: [
        {
          id: expect.any(String),
          created_at: '2026-01-15T12:00:00.000Z',
          modified_at: null,
          is_archived: false,
          product_id: body.id,
          type: 'one_time',
          recurring_interval: null,
          amount_type: 'fixed',
          price_currency: 'usd',
          price_amount: 1500,
        },
      ],
      benefits: [],
      medias: [],
      attached_custom_fields: [],
    });
    const row = await stack.db.manager.findOneByOrFail(ProductEntity, { id: body.id });
    expect(row).toMatchObject({ organizationId: seller.organizationId, priceAmount: 1500 });
    const event = await stack.events.next(productCreated, ({ productId }) => productId === body.id);
    expect(event.organizationId).toBe(seller.organizationId);
    expect(JSON.parse(event.snapshot)).toEqual(body);
  });

  it('takes free and custom prices, and copies the interval to them', async () => {
    const free = await stack.send('POST', '/products', {
      as: seller.owner,
      body: book({ recurring_interval: 'month', prices: [{ amount_type: 'free' }] }),
    });
    expect(free.body).toMatchObject({ recurring_interval: 'month', is_recurring: true });
    expect(free.body.prices[0]).toMatchObject({
      amount_type: 'free',
      type: 'recurring',
      recurring_interval: 'month',
    });
    const custom = await stack.send('POST', '/products', {
      as: seller.owner,
      body: book({ prices: [{ amount_type: 'custom', minimum_amount: 500, preset_amount: 900 }] }),
    });
    expect(custom.body.prices[0]).toMatchObject({
      amount_type: 'custom',
      price_currency: 'usd',
      minimum_amount: 500,
      maximum_amount: null,
      preset_amount: 900,
    });
  });

  it('belongs to the token’s organization, which must then not be named', async () => {
    const as = tokenOf(seller.organizationId, 'products:write');
    const made = await stack.send('POST', '/products', { as, body: book({ organization_id: undefined }) });
    expect(made.status).toBe(201);
    expect(made.body.organization_id).toBe(seller.organizationId);
    const named = await stack.send('POST', '/products', { as, body: book() });
    expect(named.status).toBe(422);
    expect(locs(named.body)).toEqual([['body.organization_id', 'organization_token']]);
  });

  it('needs an organization that the user may manage', async () => {
    const missing = await stack.send('POST', '/products', {
      as: seller.owner,
      body: book({ organization_id: undefined }),
    });
    expect(locs(missing.body)).toEqual([['body.organization_id', 'missing']]);
    const member = await stack.send('POST', '/products', { as: seller.member, body: book() });
    expect([member.status, member.body.error]).toEqual([403, 'NotPermitted']);
  });

  it.each([
    ['no name', { name: undefined }, 'body.name', 'missing'],
    ['a short name', { name: 'ab' }, 'body.name', 'too_short'],
    ['no interval', { recurring_interval: undefined }, 'body.recurring_interval', undefined],
    ['a wrong interval', { recurring_interval: 'hour' }, 'body.recurring_interval', undefined],
    ['no price', { prices: [] }, 'body.prices', 'too_short'],
    ['two static prices', { prices: [fixed, { amount_type: 'free' }] }, 'body.prices.1', 'value_error'],
    [
      'a price too low',
      { prices: [{ ...fixed, price_amount: 49 }] },
      'body.prices.0.price_amount',
      undefined,
    ],
    [
      'a price too high',
      { prices: [{ ...fixed, price_amount: 1e8 }] },
      'body.prices.0.price_amount',
      undefined,
    ],
    [
      'an unknown kind of price',
      { prices: [{ amount_type: 'barter' }] },
      'body.prices.0.amount_type',
      undefined,
    ],
    [
      'a meter that does not exist',
      {
        recurring_interval: 'month',
        prices: [
          { amount_type: 'metered_unit', meter_id: '01980000-0000-7000-8000-000000000000', unit_amount: 1 },
        ],
      },
      'body.prices.0.meter_id',
      'value_error',
    ],
    [
      'a file that does not exist',
      { medias: ['01980000-0000-7000-8000-000000000000'] },
      'body.medias.0',
      'value_error',
    ],
    ['metadata that nests', { metadata: { a: { b: 1 } } }, 'body.metadata.a', undefined],
  ])('refuses %s with a 422 that names the field', async (_what, changes, loc, type) => {
    const { status, body } = await stack.send('POST', '/products', { as: seller.owner, body: book(changes) });
    expect(status).toBe(422);
    expect(body.error).toBe('RequestValidationError');
    expect(body.detail[0].loc.join('.')).toBe(loc);
    if (type) expect(body.detail[0].type).toBe(type);
  });

  it.each(['', '{', 'null', '[]', '"x"', '{"name":"\\ud800 half"}'])('refuses the body %j', async (body) => {
    const reply = await stack.send('POST', '/products', {
      as: seller.owner,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.status).toBe(422);
  });
});

describe('the border around products', () => {
  it('shows nothing to another organization, by session or by token', async () => {
    const product = await makeProduct(stack, { organizationId: seller.organizationId });
    for (const as of [
      stranger.owner,
      tokenOf(stranger.organizationId, 'products:read', 'products:write', 'benefits:write'),
    ]) {
      const replies = [
        await stack.send('GET', `/products/${product.id}`, { as }),
        await stack.send('PATCH', `/products/${product.id}`, { as, body: { name: 'Mine now' } }),
        await stack.send('POST', `/products/${product.id}/benefits`, { as, body: { benefits: [] } }),
      ];
      expect(replies.map(({ status, body }) => [status, body.error])).toEqual(
        replies.map(() => [404, 'ResourceNotFound']),
      );
      const list = await stack.send('GET', `/products?organization_id=${seller.organizationId}`, { as });
      expect(list.body).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } });
    }
    const create = await stack.send('POST', '/products', { as: stranger.owner, body: book() });
    expect(create.status).toBe(422);
    expect(locs(create.body)).toEqual([['body.organization_id', 'value_error']]);
    expect(await stack.db.manager.findOneByOrFail(ProductEntity, { id: product.id })).toMatchObject({
      name: 'A product',
      modifiedAt: null,
    });
  });

  it('asks a token for its scope, and anyone for who they are', async () => {
    const { id } = await makeProduct(stack, { organizationId: seller.organizationId });
    const reader = tokenOf(seller.organizationId, 'products:read');
    expect((await stack.send('GET', `/products/${id}`, { as: reader })).status).toBe(200);
    const refused = await stack.send('PATCH', `/products/${id}`, { as: reader, body: { name: 'New name' } });
    expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
    const other = tokenOf(seller.organizationId, 'customers:write');
    expect((await stack.send('GET', '/products', { as: other })).status).toBe(403);
    const anonymous = await stack.send('GET', '/products');
    expect([anonymous.status, anonymous.body.error]).toEqual([401, 'Unauthorized']);
    expect(anonymous.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('lets a member read but not write', async () => {
    const { id } = await makeProduct(stack, { organizationId: seller.organizationId });
    expect((await stack.send('GET', `/products/${id}`, { as: seller.member })).status).toBe(200);
    const refused = await stack.send('PATCH', `/products/${id}`, {
      as: seller.member,
      body: { name: 'New' },
    });
    expect([refused.status, refused.body.error]).toEqual([403, 'NotPermitted']);
  });
});
