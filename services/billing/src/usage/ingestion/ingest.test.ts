import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const ingest = (events: unknown, as = tokenOf(seller.organizationId, 'events:write')) =>
  stack.send('POST', '/events/ingest', { as, body: { events } });
const total = async (): Promise<number> =>
  (await stack.send('GET', '/events/', { as: seller.owner })).body.pagination.total_count;
const event = (values: object = {}) => ({ name: 'call', external_customer_id: 'eve', ...values });

describe('an event with an external id', () => {
  it('counts once, in one request, in many, and in many at once', async () => {
    const named = (name: string) => event({ external_id: name });
    expect((await ingest([named('a'), named('b'), named('a')])).body).toEqual({ inserted: 2, duplicates: 1 });
    expect((await ingest([named('b'), named('c')])).body).toEqual({ inserted: 1, duplicates: 1 });
    const names = Array.from({ length: 200 }, (_, index) => named(`n${index}`));
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ingest(index % 2 ? names : names.toReversed())),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(replies.reduce((sum, { body }) => sum + body.inserted, 0)).toBe(200);
    expect(await total()).toBe(203);
    const { body } = await stack.send('GET', '/events/?name=call&limit=1', { as: seller.owner });
    expect(body.items[0]).toMatchObject({ external_id: expect.any(String) });
  });

  it('is another seller’s with the same name', async () => {
    await ingest([event({ external_id: 'mine' })]);
    seller = await makeSeller(stack);
    expect((await ingest([event({ external_id: 'mine' })])).body.inserted).toBe(1);
  });
});

describe('what cannot be an event', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { inner: deep(levels - 1) });
  const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
  it.each([
    ['no customer', { name: 'call' }, 'customer_id'],
    ['a customer of no form', event({ customer_id: 'x' }), 'customer_id'],
    ['no name', event({ name: '' }), 'name'],
    ['a long name', event({ name: 'x'.repeat(129) }), 'name'],
    ['a zero in its name', event({ name: 'a\0b' }), 'name'],
    ['a name that is a number', event({ name: 5 }), 'name'],
    ['no offset', event({ timestamp: '2026-01-01T00:00:00' }), 'timestamp'],
    ['a time before times', event({ timestamp: '0001-01-01T00:00:00Z' }), 'timestamp'],
    ['metadata in depth', event({ metadata: { a: deep(100) } }), 'metadata'],
    ['10,000 keys', event({ metadata: keys }), 'metadata'],
    ['a huge text', event({ metadata: { a: 'x'.repeat(501) } }), 'metadata'],
    ['a zero in its metadata', event({ metadata: { a: '\0' } }), 'metadata'],
    ['half a letter', event({ metadata: { a: '\ud800' } }), 'metadata'],
    ['a list', [], undefined],
    ['nothing', null, undefined],
  ])('is refused: %s', async (_what, wrong, key) => {
    const { status, body } = await ingest([event(), wrong]);
    expect(status).toBe(422);
    // What no request may hold is refused before anybody looks at single events.
    const isWhole = body.detail[0].loc.length === 1;
    if (!isWhole) expect(body.detail[0].loc.slice(0, 3)).toEqual(['body', 'events', 1]);
    if (!isWhole && key) expect(body.detail[0].loc[3]).toBe(key);
    expect(await total()).toBe(0);
  });

  it('is refused: a number that no number can hold, and text that is no JSON', async () => {
    const as = tokenOf(seller.organizationId, 'events:write');
    const send = (text: string) =>
      stack.send('POST', '/events/ingest', {
        as,
        headers: { 'content-type': 'application/json' },
        body: text as never,
      });
    for (const value of ['NaN', '1e400', 'Infinity']) {
      const text = `{"events":[{"name":"x","external_customer_id":"e","metadata":{"v":${value}}}]}`;
      expect([value, (await send(text)).status >= 500]).toEqual([value, false]);
    }
    expect(await total()).toBe(0);
  });

  it('are more than a thousand', async () => {
    const many = Array.from({ length: 1001 }, () => event());
    expect((await ingest(many)).status).toBe(422);
    expect((await ingest(many.slice(1))).body).toEqual({ inserted: 1000, duplicates: 0 });
    expect((await ingest([])).body).toEqual({ inserted: 0, duplicates: 0 });
  });

  it('takes the largest and smallest numbers', async () => {
    const metadata = { a: 1e308, b: -1e308, c: 5e-324, d: -0, e: 0.1 };
    expect((await ingest([event({ metadata })])).status).toBe(200);
    const { body } = await stack.send('GET', '/events/', { as: seller.owner });
    expect(body.items[0].metadata).toEqual({ ...metadata, d: 0 });
  });
});

describe('whose the events are', () => {
  it('is the token’s organization, and must be said by users, event by event', async () => {
    expect((await ingest([event({ organization_id: seller.organizationId })])).body.detail).toMatchObject([
      { loc: ['body', 'events', 0, 'organization_id'], type: 'organization_token' },
    ]);
    const own = event({ organization_id: seller.organizationId });
    const { body } = await ingest([own, event()], seller.owner);
    expect(body.detail).toMatchObject([{ loc: ['body', 'events', 1, 'organization_id'], type: 'missing' }]);
    expect((await ingest([own], seller.owner)).status).toBe(200);
    expect((await ingest([own], seller.member)).status).toBe(403);
    const foreign = await makeSeller(stack);
    const theirs = event({ organization_id: foreign.organizationId });
    expect((await ingest([own, theirs], seller.owner)).body.detail).toMatchObject([
      { loc: ['body', 'events', 1, 'organization_id'] },
    ]);
  });

  it.each([
    ['filter', 'no json'],
    ['filter', '{"conjunction":"and"}'],
    ['filter', '[]'],
    ['sorting', 'name'],
    ['customer_id', 'x'],
    ['meter_id', '0198a000-0000-7000-8000-000000000000'],
    ['source', 'nobody'],
    ['start_timestamp', 'yesterday'],
  ])('lists refuse %s=%s', async (key, value) => {
    const { status, body } = await stack.send('GET', `/events/?${key}=${encodeURIComponent(value)}`, {
      as: seller.owner,
    });
    expect([status, body.detail[0].loc.slice(0, 2)]).toEqual([422, ['query', key]]);
  });
});

describe('a customer whom the seller does not have', () => {
  const problem = (index: number) => ({
    loc: ['body', 'events', index, 'customer_id'],
    msg: 'Customer not found.',
  });

  it('is refused with all of its request, and with nothing of those that come at the same time', async () => {
    const { organizationId } = seller;
    const own = await makeCustomer(stack, { organizationId });
    const foreign = await makeCustomer(stack, await makeSeller(stack));
    const deleted = await makeCustomer(stack, { organizationId });
    await stack.send('DELETE', `/customers/${deleted.id}`, { as: seller.owner });
    const of = (customerId: string, name: string) => ({
      name: 'call',
      customer_id: customerId,
      external_id: name,
    });
    const wrong = [foreign.id, deleted.id, uuidv7()];
    // The same names: a request that is refused takes none away.
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const id = index % 4 === 3 ? own.id : (wrong[index % 4] ?? '');
        const name = `n${index - (index % 4)}`;
        return ingest([of(own.id, name), of(id, `${name} too`)]);
      }),
    );
    for (const [index, { status, body }] of replies.entries()) {
      if (index % 4 === 3) expect([status, body]).toEqual([200, { inserted: 2, duplicates: 0 }]);
      else expect([status, body.detail]).toMatchObject([422, [problem(1)]]);
    }
    expect(await total()).toBe(30);
    const many = Array.from({ length: 30 }, (_, index) => of(own.id, `many ${index}`));
    expect((await ingest([...many, of(foreign.id, 'foreign')])).body.detail).toMatchObject([problem(30)]);
    expect((await ingest(many)).body).toEqual({ inserted: 30, duplicates: 0 });
  });

  it('is told with all else that is wrong, in order', async () => {
    const wrong = { name: 'call', customer_id: uuidv7() };
    const late = { timestamp: '2999-01-01T00:00:00Z' };
    const { body } = await ingest([event(), { ...wrong, ...late }, event(late), wrong]);
    expect(body.detail.map(({ loc }: { loc: unknown[] }) => loc.slice(2))).toEqual([
      [1, 'customer_id'],
      [1, 'timestamp'],
      [2, 'timestamp'],
      [3, 'customer_id'],
    ]);
    expect(await total()).toBe(0);
  });

  it('is refused where other events are taken back, and where a key says what is the same request', async () => {
    const wrong = { name: 'call', customer_id: uuidv7() };
    await ingest([event({ external_id: 'first' })]);
    const { body } = await ingest([event({ voids: 'first' }), wrong]);
    expect(body.detail).toMatchObject([problem(1)]);
    const as = tokenOf(seller.organizationId, 'events:write');
    const send = () =>
      stack.send('POST', '/events/ingest', {
        as,
        headers: { 'idempotency-key': 'wrong' },
        body: { events: [event(), wrong] },
      });
    for (const reply of [await send(), await send()])
      expect([reply.status, reply.body.detail]).toMatchObject([422, [problem(1)]]);
    expect(await total()).toBe(1);
  });
});

describe('a request with an idempotency key', () => {
  it('counts its events once, however often it is sent', async () => {
    // Keys are kept by their caller: the token must be the same one.
    const as = tokenOf(seller.organizationId, 'events:write');
    const send = () =>
      stack.send('POST', '/events/ingest', {
        as,
        headers: { 'idempotency-key': 'the-same' },
        body: { events: [event(), event()] },
      });
    expect([(await send()).body, (await send()).body]).toEqual([
      { inserted: 2, duplicates: 0 },
      { inserted: 2, duplicates: 0 },
    ]);
    expect(await total()).toBe(2);
  });
});
