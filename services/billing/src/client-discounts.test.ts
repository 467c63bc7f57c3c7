/** The contract's own client, unmodified, against discounts and meters as they are served. */
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeDiscount,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../test/factories.ts';
import { buy } from '../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const clientOf = (claims: PassportClaims): Polar => {
  const httpClient = new HTTPClient();
  httpClient.addHook('beforeRequest', async (request) => {
    const passed = new Request(request);
    passed.headers.set(passportHeader, await stack.passport(claims));
    return passed;
  });
  return new Polar({ serverURL: `${stack.url}/api/billing`, accessToken: 'at-the-gateway', httpClient });
};
const client = (): Polar => clientOf(tokenOf(seller.organizationId, 'discounts:write', 'meters:write'));
const send = (method: string, path: string, body?: object) =>
  stack.send(method, path, { as: tokenOf(seller.organizationId, 'discounts:write', 'meters:write'), body });

describe('the client’s discounts', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const polar = client();
    const product = await makeProduct(stack, { organizationId: seller.organizationId });
    const startsAt = new Date('2026-01-01T00:00:00.000Z');
    const endsAt = new Date('2027-01-01T00:00:00.000Z');
    const made = await polar.discounts.create({
      duration: 'once',
      type: 'percentage',
      basisPoints: 2500,
      name: 'Launch',
      code: 'LAUNCH25',
      startsAt,
      endsAt,
      maxRedemptions: 10,
      products: [product.id],
      metadata: { innerName: 'kept' },
    });
    expect(made).toMatchObject({
      duration: 'once',
      type: 'percentage',
      basisPoints: 2500,
      name: 'Launch',
      code: 'LAUNCH25',
      startsAt,
      endsAt,
      maxRedemptions: 10,
      redemptionsCount: 0,
      organizationId: seller.organizationId,
      metadata: { innerName: 'kept' },
      createdAt: stack.clock.now(),
      modifiedAt: null,
    });
    expect(made.products).toMatchObject([{ id: product.id, name: product.name, isRecurring: false }]);
    expect(await polar.discounts.get({ id: made.id })).toEqual(made);

    const fixed = await polar.discounts.create({
      duration: 'forever',
      type: 'fixed',
      amount: 500,
      currency: 'usd',
      name: 'Friends',
    });
    expect(fixed).toMatchObject({
      amount: 500,
      currency: 'usd',
      code: null,
      maxRedemptions: null,
      products: [],
    });

    const listed = await polar.discounts.list({ sorting: ['name'] });
    expect(listed.result.items).toEqual([fixed, made]);
    const found = await polar.discounts.list({ query: 'launch2' });
    expect(found.result.items).toEqual([made]);

    const changed = await polar.discounts.update({
      id: made.id,
      discountUpdate: {
        name: 'Launch week',
        code: null,
        basisPoints: 3000,
        products: [],
        maxRedemptions: null,
      },
    });
    expect(changed).toMatchObject({
      name: 'Launch week',
      code: null,
      basisPoints: 3000,
      products: [],
      maxRedemptions: null,
      startsAt,
    });
    await polar.discounts.delete({ id: made.id });
    await expect(polar.discounts.get({ id: made.id })).rejects.toBeInstanceOf(ResourceNotFound);
    const left = await polar.discounts.list({});
    expect(left.result.items).toEqual([fixed]);
  });

  it('come in pages, in any order', async () => {
    const { organizationId } = seller;
    const codes = ['BBB', 'AAA', null];
    for (const [index, code] of codes.entries())
      await makeDiscount(stack, { organizationId, name: `Discount ${index}`, code });
    const order = async (sorting: 'code' | '-code' | '-name') =>
      (await client().discounts.list({ sorting: [sorting] })).result.items.map(({ code }) => code);
    expect(await order('code')).toEqual([null, 'AAA', 'BBB']);
    expect(await order('-code')).toEqual(['BBB', 'AAA', null]);
    expect(await order('-name')).toEqual([null, 'AAA', 'BBB']);
    const names = [];
    for await (const page of await client().discounts.list({ limit: 2, sorting: ['name'] }))
      names.push(...page.result.items.map(({ name }) => name));
    expect(names).toEqual(['Discount 0', 'Discount 1', 'Discount 2']);
  });

  it('are sorted by how often they were redeemed', async () => {
    const { organizationId } = seller;
    const rare = await makeDiscount(stack, { organizationId, name: 'Rare' });
    const usual = await makeDiscount(stack, { organizationId, name: 'Usual' });
    for (const discount of [rare, usual, usual])
      await buy(stack, { seller, body: { discount_id: discount.id } });
    const listed = await client().discounts.list({ sorting: ['-redemptions_count'] });
    expect(listed.result.items.map(({ name, redemptionsCount }) => [name, redemptionsCount])).toEqual([
      ['Usual', 2],
      ['Rare', 1],
    ]);
  });

  it('are refused in the client’s own error types', async () => {
    const wrong = client().discounts.create({
      duration: 'once',
      type: 'percentage',
      basisPoints: 0,
      name: '',
    });
    await expect(wrong).rejects.toBeInstanceOf(HTTPValidationError);
    await expect(client().discounts.get({ id: uuidv7() })).rejects.toBeInstanceOf(ResourceNotFound);
  });
});

const percent = { type: 'percentage', basis_points: 1000, name: 'Ten' };

describe('POST /v1/discounts', () => {
  it('takes repeating discounts with their months, which the client would drop', async () => {
    const months = { duration: 'repeating', duration_in_months: 3 };
    const made = await send('POST', '/discounts/', { ...percent, ...months });
    expect([made.status, made.body.duration, made.body.duration_in_months]).toEqual([201, 'repeating', 3]);
    const fixed = { type: 'fixed', amount: 100, name: 'One off', currency: 'usd', ...months };
    expect((await send('POST', '/discounts/', fixed)).body).toMatchObject(fixed);
    const once = await send('POST', '/discounts/', { ...percent, duration: 'once', duration_in_months: 3 });
    expect(once.body).not.toHaveProperty('duration_in_months');

    const { status, body } = await send('POST', '/discounts/', { ...percent, duration: 'repeating' });
    expect([status, body.detail]).toEqual([
      422,
      [{ loc: ['body', 'duration_in_months'], msg: 'Field required', type: 'missing' }],
    ]);
  });

  it.each([
    [{ ...percent, duration: 'once', code: 'ab' }, ['body', 'code']],
    [{ ...percent, duration: 'once', code: 'with space' }, ['body', 'code']],
    [{ ...percent, duration: 'once', max_redemptions: 0 }, ['body', 'max_redemptions']],
    [{ ...percent, duration: 'once', basis_points: 10_001 }, ['body', 'basis_points']],
    [{ type: 'fixed', name: 'Free', amount: -1, duration: 'once' }, ['body', 'amount']],
    [{ type: 'fixed', name: 'Gold', amount: 1, currency: 'xau', duration: 'once' }, ['body', 'currency']],
    [{ ...percent, duration: 'sometimes' }, ['body', 'duration']],
    [
      { ...percent, duration: 'once', starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-02-01T00:00:00Z' },
      ['body', 'ends_at'],
    ],
    [{ ...percent, duration: 'once', products: [uuidv7()] }, ['body', 'products', 0]],
  ])('refuses %j', async (body, loc) => {
    const reply = await send('POST', '/discounts/', body);
    expect([reply.status, reply.body.detail?.[0].loc]).toEqual([422, loc]);
  });

  it('keeps a code for one discount of an organization, whatever its case, until that is deleted', async () => {
    const body = { ...percent, duration: 'once', code: 'Summer1' };
    const first = await send('POST', '/discounts/', body);
    const again = await send('POST', '/discounts/', { ...body, code: 'SUMMER1' });
    expect([again.status, again.body.detail[0].loc]).toEqual([422, ['body', 'code']]);
    const both = await Promise.all(
      ['Winter1', 'WINTER1', 'winter1'].map((code) => send('POST', '/discounts/', { ...body, code })),
    );
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(both.filter(({ status }) => status === 422)).toHaveLength(2);

    const stranger = await makeSeller(stack);
    const theirs = { ...body, organization_id: stranger.organizationId };
    expect((await stack.send('POST', '/discounts/', { as: stranger.owner, body: theirs })).status).toBe(201);
    await send('DELETE', `/discounts/${first.body.id}`);
    expect((await send('POST', '/discounts/', body)).status).toBe(201);
  });

  it('reads a blank code as none, and one between blanks without them', async () => {
    const codeOf = async (code: string) =>
      (await send('POST', '/discounts/', { ...percent, duration: 'once', code })).body.code;
    expect([await codeOf(''), await codeOf('  '), await codeOf(' AB1 ')]).toEqual([null, null, 'AB1']);
    const short = await send('POST', '/discounts/', { ...percent, duration: 'once', code: ' AB ' });
    expect(short.body.detail).toMatchObject([{ loc: ['body', 'code'], type: 'too_short' }]);
  });
});

describe('PATCH /v1/discounts/{id}', () => {
  it('changes neither type nor duration', async () => {
    const { body } = await send('POST', '/discounts/', { ...percent, duration: 'once' });
    for (const change of [{ type: 'fixed' }, { duration: 'forever' }]) {
      const reply = await send('PATCH', `/discounts/${body.id}`, change);
      expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['body', Object.keys(change)[0]]]);
    }
    const same = await send('PATCH', `/discounts/${body.id}`, { type: 'percentage', duration: 'once' });
    expect(same.status).toBe(200);
  });

  it('refuses an end before the start, and names the date that was sent', async () => {
    const dates = { starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-03-01T00:00:00Z' };
    const { body } = await send('POST', '/discounts/', { ...percent, ...dates, duration: 'once' });
    for (const change of [{ starts_at: dates.ends_at }, { ends_at: dates.starts_at }]) {
      const reply = await send('PATCH', `/discounts/${body.id}`, change);
      expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['body', Object.keys(change)[0]]]);
    }
  });

  it('refuses a time that the client could not read in a list, and names it', async () => {
    const reply = await send('POST', '/discounts/', {
      ...percent,
      duration: 'once',
      ends_at: '9999-12-31T23:00:00-02:00',
    });
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['body', 'ends_at']]);
  });

  it('freezes what was promised once somebody has redeemed it, and nothing else', async () => {
    const discount = await makeDiscount(stack, { organizationId: seller.organizationId });
    await buy(stack, { seller, body: { discount_id: discount.id } });
    const path = `/discounts/${discount.id}`;
    const refused = await send('PATCH', path, { basis_points: 500 });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'basis_points']]);
    const changed = await send('PATCH', path, { basis_points: 2000, name: 'Renamed', max_redemptions: 1 });
    expect(changed.body).toMatchObject({ name: 'Renamed', basis_points: 2000, redemptions_count: 1 });
  });
});

describe('discounts and meters of others', () => {
  it('are neither found nor changed, and scopes are needed', async () => {
    const stranger = await makeSeller(stack);
    const { organizationId } = stranger;
    const discount = await makeDiscount(stack, { organizationId });
    const meter = await makeMeter(stack, { organizationId });
    const product = await makeProduct(stack, { organizationId });
    for (const path of [`/discounts/${discount.id}`, `/meters/${meter.id}`]) {
      expect((await send('GET', path)).status).toBe(404);
      expect((await send('PATCH', path, { name: 'Mine now' })).status).toBe(404);
      const none = tokenOf(organizationId, 'products:write');
      expect((await stack.send('GET', path, { as: none })).status).toBe(403);
      expect((await stack.send('PATCH', path, { as: stranger.member, body: {} })).status).toBe(403);
    }
    expect((await send('DELETE', `/discounts/${discount.id}`)).status).toBe(404);
    const theirs = await send('POST', '/discounts/', {
      ...percent,
      duration: 'once',
      products: [product.id],
    });
    expect([theirs.status, theirs.body.detail[0].loc]).toEqual([422, ['body', 'products', 0]]);
    for (const list of ['/discounts/', '/meters/'])
      expect((await send('GET', `${list}?organization_id=${organizationId}`)).body.items).toEqual([]);
  });
});

describe('the client’s meters', () => {
  it('are created, read, listed and changed', async () => {
    const polar = client();
    const filter = {
      conjunction: 'or' as const,
      clauses: [
        { property: 'name', operator: 'eq' as const, value: 'call' },
        {
          conjunction: 'and' as const,
          clauses: [{ property: 'metadata.snake_key', operator: 'gt' as const, value: 5 }],
        },
      ],
    };
    const made = await polar.meters.create({
      name: 'Calls',
      filter,
      aggregation: { func: 'sum', property: 'metadata.tokens' },
      metadata: { plan: 'pro' },
    });
    expect(made).toMatchObject({
      name: 'Calls',
      aggregation: { func: 'sum', property: 'tokens' },
      metadata: { plan: 'pro' },
      organizationId: seller.organizationId,
    });
    expect(made.filter.clauses[1]).toEqual({
      conjunction: 'and',
      clauses: [{ property: 'snake_key', operator: 'gt', value: 5 }],
    });
    expect(await polar.meters.get({ id: made.id })).toEqual(made);
    const other = await polar.meters.create({
      name: 'All',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'count' },
    });
    expect((await polar.meters.list({})).result.items).toEqual([other, made]);
    expect((await polar.meters.list({ sorting: ['-name'], query: 'al' })).result.items).toEqual([
      made,
      other,
    ]);
    expect((await polar.meters.list({ metadata: { plan: 'pro' } })).result.items).toEqual([made]);
    const changed = await polar.meters.update({
      id: made.id,
      meterUpdate: { name: 'Tokens', aggregation: { func: 'count' } },
    });
    expect(changed).toMatchObject({ name: 'Tokens', aggregation: { func: 'count' }, filter: made.filter });
    await expect(polar.meters.get({ id: uuidv7() })).rejects.toBeInstanceOf(ResourceNotFound);
  });

  it('refuses filters that are no filters, however deep', async () => {
    const good = { name: 'Calls', aggregation: { func: 'count' } };
    const nest = (depth: number): object =>
      depth === 0
        ? { property: 'a', operator: 'eq', value: 1 }
        : { conjunction: 'and', clauses: [nest(depth - 1)] };
    expect((await send('POST', '/meters/', { ...good, filter: nest(5) })).status).toBe(201);
    for (const filter of [
      nest(6),
      nest(2000),
      {},
      { conjunction: 'xor', clauses: [] },
      { conjunction: 'and', clauses: [{ property: 'a', operator: 'eq', value: 1.5 }] },
    ])
      expect((await send('POST', '/meters/', { ...good, filter })).status).toBe(422);
    for (const aggregation of [{}, { func: 'sum' }, { func: 'median', property: 'a' }])
      expect((await send('POST', '/meters/', { ...good, filter: nest(1), aggregation })).status).toBe(422);
  });
});
