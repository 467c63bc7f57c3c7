import { createHash } from 'node:crypto';
import { customerCreated, customerDeleted } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeCustomer,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { CustomerEntity } from './entity.ts';

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

const grace = (changes: object = {}) => ({
  organization_id: seller.organizationId,
  email: 'Grace@example.com',
  ...changes,
});

describe('createCustomer', () => {
  it('keeps keys of metadata that objects inherit, and refuses the one that it cannot keep', async () => {
    const create = (metadata: string) =>
      stack.send('POST', '/customers/', {
        as: seller.owner,
        body: grace({ metadata: JSON.parse(metadata) as object }),
      });
    const refused = await create('{"plan":"pro","__proto__":"x"}');
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      [{ loc: ['body', 'metadata', '__proto__'], msg: 'This key cannot be stored', type: 'value_error' }],
    ]);
    const metadata = { constructor: 'a', toString: 'b', hasOwnProperty: 'c' };
    const { status, body } = await create(JSON.stringify(metadata));
    expect([status, body.metadata]).toEqual([201, metadata]);
    const listed = (key: string) =>
      stack.send('GET', `/customers/?organization_id=${seller.organizationId}&metadata[${key}]=a`, {
        as: seller.owner,
      });
    expect((await listed('constructor')).body.items).toEqual([body]);
    const filtered = await listed('__proto__');
    expect([filtered.status, filtered.body.detail[0].loc]).toEqual([422, ['query', 'metadata', '__proto__']]);
  });

  it('answers every documented key, keeps the row and emits what it answered', async () => {
    const { status, body } = await stack.send('POST', '/customers/', {
      as: seller.owner,
      body: grace({
        name: 'Grace',
        external_id: 'our/42 ü',
        billing_address: { country: 'US', state: 'ca', line1: '1 Main St' },
        tax_id: ['DE123456789', 'eu_vat'],
        metadata: { innerName: 'x' },
      }),
    });
    expect(status).toBe(201);
    const hash = createHash('sha256').update('grace@example.com').digest('hex');
    expect(body).toEqual({
      id: expect.any(String),
      created_at: '2026-01-15T12:00:00.000Z',
      modified_at: null,
      deleted_at: null,
      metadata: { innerName: 'x' },
      external_id: 'our/42 ü',
      email: 'Grace@example.com',
      email_verified: false,
      name: 'Grace',
      billing_address: {
        line1: '1 Main St',
        line2: null,
        postal_code: null,
        city: null,
        state: 'US-CA',
        country: 'US',
      },
      tax_id: ['DE123456789', 'eu_vat'],
      organization_id: seller.organizationId,
      avatar_url: `https://www.gravatar.com/avatar/${hash}?d=blank`,
    });
    expect(await stack.db.manager.findOneByOrFail(CustomerEntity, { id: body.id })).toMatchObject({
      organizationId: seller.organizationId,
    });
    const event = await stack.events.next(customerCreated, ({ customerId }) => customerId === body.id);
    expect(JSON.parse(event.snapshot)).toEqual(body);
  });

  it('keeps addresses and external ids apart within an organization, and nowhere else', async () => {
    const post = (as = seller.owner, changes: object = {}) =>
      stack.send('POST', '/customers', { as, body: grace({ external_id: 'one', ...changes }) });
    expect((await post()).status).toBe(201);
    const sameEmail = await post(seller.owner, { email: 'gRACE@example.com', external_id: 'two' });
    expect([sameEmail.status, sameEmail.body.detail[0].loc]).toEqual([422, ['body', 'email']]);
    const sameName = await post(seller.owner, { email: 'ada@example.com' });
    expect([sameName.status, sameName.body.detail[0].loc]).toEqual([422, ['body', 'external_id']]);
    const both = await post();
    expect(both.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([
      ['body', 'email'],
      ['body', 'external_id'],
    ]);
    expect((await post(stranger.owner, { organization_id: stranger.organizationId })).status).toBe(201);
  });

  it('takes an empty external id for none, as often as it comes', async () => {
    for (const email of ['first@example.com', 'second@example.com']) {
      const { status, body } = await stack.send('POST', '/customers/', {
        as: seller.owner,
        body: grace({ email, external_id: '' }),
      });
      expect([status, body.external_id]).toEqual([201, null]);
    }
    const nobody = await stack.send('GET', '/customers/?email=', { as: seller.owner });
    expect(nobody.body).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } });
  });

  it.each([
    ['no address', { email: undefined }, 'body.email'],
    ['what is no address', { email: 'grace' }, 'body.email'],
    ['an unknown country', { billing_address: { country: 'XX' } }, 'body.billing_address.country'],
    ['an unknown state', { billing_address: { country: 'US', state: 'ZZ' } }, 'body.billing_address.state'],
    ['an unknown tax id format', { tax_id: ['1', 'zz'] }, 'body.tax_id.1'],
    ['a tax number that is none there', { tax_number: 'DE136695976' }, 'body.tax_number'],
    ['a tax number without a country', { tax_number: '1', billing_address: null }, 'body.tax_number'],
    ['no organization', { organization_id: undefined }, 'body.organization_id'],
  ])('refuses %s with a 422 that names the field', async (_what, changes, loc) => {
    const { status, body } = await stack.send('POST', '/customers', {
      as: seller.owner,
      body: grace(changes),
    });
    expect(status).toBe(422);
    expect(body.detail[0].loc.join('.')).toBe(loc);
  });
});

describe('a name that shows nothing', () => {
  it.each([
    ['empty', ''],
    ['blank', '  '],
    ['of zero-width spaces', '\u200b\u200b'],
    ['of a Hangul filler', '\u3164'],
  ])('is none where it is %s', async (_what, name) => {
    const as = seller.owner;
    const created = await stack.send('POST', '/customers/', { as, body: grace({ name }) });
    expect(created).toMatchObject({ status: 201, body: { name: null } });
    const path = `/customers/${created.body.id}`;
    const named = await stack.send('PATCH', path, { as, body: { name: ' Ada\u200d ' } });
    expect(named.body.name).toBe('Ada\u200d');
    expect((await stack.send('PATCH', path, { as, body: { name } })).body.name).toBeNull();
  });
});

describe('the border around customers', () => {
  it('shows nothing to another organization, by session or by token', async () => {
    const externalId = `ext-${seller.organizationId}`;
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId, externalId });
    for (const as of [stranger.owner, tokenOf(stranger.organizationId, 'customers:write')])
      for (const path of [`/customers/${id}`, `/customers/external/${externalId}`]) {
        const replies = [
          await stack.send('GET', path, { as }),
          await stack.send('GET', `${path}/state`, { as }),
          await stack.send('PATCH', path, { as, body: { name: 'Mine' } }),
          await stack.send('DELETE', path, { as }),
        ];
        expect(replies.map(({ status, body }) => [status, body.error])).toEqual(
          replies.map(() => [404, 'ResourceNotFound']),
        );
        const list = await stack.send('GET', `/customers?organization_id=${seller.organizationId}`, { as });
        expect(list.body.items).toEqual([]);
      }
    expect(await stack.db.manager.findOneByOrFail(CustomerEntity, { id })).toMatchObject({
      name: null,
      deletedAt: null,
    });
  });

  it('asks a token for its scope, a member for the right to manage, and anyone for who they are', async () => {
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId });
    const reader = tokenOf(seller.organizationId, 'customers:read');
    expect((await stack.send('GET', `/customers/${id}/state`, { as: reader })).status).toBe(200);
    const refused = await stack.send('DELETE', `/customers/${id}`, { as: reader });
    expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
    const member = await stack.send('PATCH', `/customers/${id}`, { as: seller.member, body: { name: 'X' } });
    expect([member.status, member.body.error]).toEqual([403, 'NotPermitted']);
    expect((await stack.send('GET', '/customers')).status).toBe(401);
  });
});

describe('the seller’s own id', () => {
  it('may hold slashes and letters of any alphabet, and finds the customer for every verb', async () => {
    const externalId = 'a/b ü?#';
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId, externalId });
    const path = `/customers/external/${encodeURIComponent(externalId)}`;
    const as = seller.owner;
    expect((await stack.send('GET', path, { as })).body.id).toBe(id);
    expect((await stack.send('GET', `${path}/state`, { as })).body).toMatchObject({
      id,
      active_subscriptions: [],
    });
    expect((await stack.send('PATCH', path, { as, body: { name: 'Named' } })).body.name).toBe('Named');
    expect((await stack.send('DELETE', path, { as })).status).toBe(204);
    expect((await stack.send('GET', path, { as })).status).toBe(404);
  });

  it('may be "state"', async () => {
    const { id } = await makeCustomer(stack, { organizationId: seller.organizationId, externalId: 'state' });
    const as = seller.owner;
    expect((await stack.send('GET', '/customers/external/state', { as })).body.id).toBe(id);
    expect((await stack.send('GET', '/customers/external/state/state', { as })).body.id).toBe(id);
  });
});

describe('deleteCustomer', () => {
  it('keeps the row, frees the address and emits it', async () => {
    const customer = await makeCustomer(stack, { organizationId: seller.organizationId });
    const { status, text } = await stack.send('DELETE', `/customers/${customer.id}`, { as: seller.owner });
    expect([status, text]).toEqual([204, '']);
    const event = await stack.events.next(customerDeleted, ({ customerId }) => customerId === customer.id);
    expect(JSON.parse(event.snapshot).deleted_at).toBe('2026-01-15T12:00:00.000Z');
    expect((await stack.send('GET', `/customers/${customer.id}/state`, { as: seller.owner })).status).toBe(
      404,
    );
    expect((await stack.send('DELETE', `/customers/${customer.id}`, { as: seller.owner })).status).toBe(404);
    const again = await stack.send('POST', '/customers', {
      as: seller.owner,
      body: grace({ email: customer.email }),
    });
    expect(again.status).toBe(201);
  });
});

describe('listCustomers', () => {
  it.each([
    ['Amélie', 'AMÉLIE'],
    ['50% がくせい', '% がく'],
    ['한글 상점', '한글'],
  ])('finds %s with its letters and marks as one character or apart', async (name, typed) => {
    const { organizationId } = seller;
    for (const form of ['NFC', 'NFD'])
      await makeCustomer(stack, { organizationId, email: `${form}@x.test`, name: name.normalize(form) });
    for (const form of ['NFC', 'NFD']) {
      const query = new URLSearchParams({ query: typed.normalize(form), sorting: 'email' }).toString();
      const { body } = await stack.send('GET', `/customers/?${query}`, { as: seller.owner });
      expect(body.items.map(({ email }: { email: string }) => email)).toEqual(['NFC@x.test', 'NFD@x.test']);
    }
  });

  it('finds an address in the spelling of its country, as it was given', async () => {
    const email = 'info@пример.рф';
    const created = await stack.send('POST', '/customers/', { as: seller.owner, body: grace({ email }) });
    expect([created.status, created.body.email]).toEqual([201, 'info@xn--e1afmkfd.xn--p1ai']);
    for (const spelling of [email, created.body.email, 'INFO@Пример.РФ']) {
      const query = new URLSearchParams({ email: spelling }).toString();
      const { body } = await stack.send('GET', `/customers/?${query}`, { as: seller.owner });
      expect(body.items.map(({ id }: { id: string }) => id)).toEqual([created.body.id]);
    }
  });

  it.each([
    ['Nguyễn Thị Hương', 'nguyen thi'],
    ['Muller', 'Müller'],
  ])('finds %s by %s', async (name, typed) => {
    await makeCustomer(stack, { organizationId: seller.organizationId, name });
    const { body } = await stack.send('GET', `/customers/?query=${encodeURIComponent(typed)}`, {
      as: seller.owner,
    });
    expect(body.items).toMatchObject([{ name }]);
  });

  it('filters, sorts and pages', async () => {
    const { organizationId } = seller;
    await makeCustomer(stack, {
      organizationId,
      email: 'Ada@x.test',
      name: 'Zoe',
      metadata: { plan: 'pro' },
    });
    await makeCustomer(stack, { organizationId, email: 'bob@x.test', name: 'Bob 5%', externalId: 'usr_456' });
    await makeCustomer(stack, { organizationId, email: 'gone@x.test', deletedAt: new Date() });
    const found = async (query: string) => {
      const { body } = await stack.send('GET', `/customers/?${query}`, { as: seller.owner });
      return body.items.map(({ email }: { email: string }) => email);
    };
    expect(await found('sorting=name')).toEqual(['bob@x.test', 'Ada@x.test']);
    expect(await found('sorting=-email&limit=1')).toEqual(['bob@x.test']);
    expect(await found('email=ADA%40x.test')).toEqual(['Ada@x.test']);
    expect(await found('query=zO')).toEqual(['Ada@x.test']);
    expect(await found('query=5%25')).toEqual(['bob@x.test']);
    expect(await found('query=usr_456')).toEqual(['bob@x.test']);
    expect(await found('query=usr%25456')).toEqual([]);
    expect(await found('metadata%5Bplan%5D=pro')).toEqual(['Ada@x.test']);
  });

  it.each(['sorting=age', 'page=-1', 'organization_id=x'])('refuses the query %s', async (query) => {
    expect((await stack.send('GET', `/customers?${query}`, { as: seller.owner })).status).toBe(422);
  });
});
