import { eventually } from '@tessera/kit/test/eventually';
import { benefitGrantCreated, benefitGrantRevoked, benefitGrantUpdated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../../test/factories.ts';
import { buyKey, customerOf, keysOf, makeLicenses } from '../../../test/licenses.ts';
import { buy } from '../../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const post = (verb: string, body: object) =>
  stack.send('POST', `/customer-portal/license-keys/${verb}`, { body });
const patch = (id: string, body: object) =>
  stack.send('PATCH', `/license-keys/${id}`, { as: seller.owner, body });
const day = 86_400_000;

describe('a benefit of type license_keys', () => {
  it('is made and changed with all that keys can have', async () => {
    const properties = {
      prefix: 'acme',
      expires: { ttl: 1, timeframe: 'year' },
      activations: { limit: 3, enable_customer_admin: true },
      limit_usage: 100,
    };
    const { benefit } = await buyKey(stack, seller, { properties });
    expect(benefit).toMatchObject({ type: 'license_keys', properties });
    const { body } = await stack.send('PATCH', `/benefits/${benefit.id}`, {
      as: seller.owner,
      body: { type: 'license_keys', properties: {} },
    });
    expect(body.properties).toEqual({ prefix: null, expires: null, activations: null, limit_usage: null });
  });

  it.each([
    [{ activations: { limit: 51, enable_customer_admin: true } }, ['properties', 'activations', 'limit']],
    [{ activations: { limit: 0, enable_customer_admin: true } }, ['properties', 'activations', 'limit']],
    [{ expires: { ttl: 0, timeframe: 'day' } }, ['properties', 'expires', 'ttl']],
    [{ expires: { ttl: 1, timeframe: 'week' } }, ['properties', 'expires', 'timeframe']],
    [{ limit_usage: 0 }, ['properties', 'limit_usage']],
  ])('refuses %j', async (properties, loc) => {
    const { status, body } = await stack.send('POST', '/benefits/', {
      as: seller.owner,
      body: {
        type: 'license_keys',
        description: 'A license',
        organization_id: seller.organizationId,
        properties,
      },
    });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', ...loc]]);
  });
});

describe('a key', () => {
  it('is made with its grant, and shown by its last letters there', async () => {
    const { benefit, sale, key } = await buyKey(stack, seller, {
      properties: { prefix: 'acme', expires: { ttl: 30, timeframe: 'day' }, limit_usage: 5 },
    });
    expect(key.key).toMatch(/^ACME-[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/);
    expect(key).toMatchObject({
      display_key: `****-${key.key.slice(-6)}`,
      status: 'granted',
      usage: 0,
      limit_usage: 5,
      limit_activations: null,
      validations: 0,
      last_validated_at: null,
      benefit_id: benefit.id,
      customer_id: sale.order.customer_id,
      customer: { email: sale.email },
    });
    const { body: grants } = await stack.send('GET', `/benefits/${benefit.id}/grants`, { as: seller.owner });
    const [grant] = grants.items;
    expect(grant.properties).toEqual({ license_key_id: key.id, display_key: key.display_key });
    expect(Date.parse(key.expires_at) - Date.parse(grant.granted_at)).toBe(30 * day);
    const emitted = await stack.events.next(benefitGrantCreated, ({ benefitId }) => benefitId === benefit.id);
    expect(JSON.parse(emitted.snapshot).properties).toEqual(grant.properties);
    expect(JSON.parse(emitted.snapshot).previous_properties).toEqual({});
  });

  it('goes with its grant, and another one comes with the next', async () => {
    const { benefit, sale, key, held } = await buyKey(stack, seller, { interval: 'month' });
    const path = `/products/${sale.product.id}/benefits`;
    await stack.send('POST', path, { as: seller.owner, body: { benefits: [] } });
    await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === benefit.id);
    expect((await keysOf(stack, seller, benefit.id))[0]).toMatchObject({ id: key.id, status: 'revoked' });
    expect((await post('validate', held)).status).toBe(404);
    await stack.send('POST', path, { as: seller.owner, body: { benefits: [benefit.id] } });
    const [second, first] = await keysOf(stack, seller, benefit.id, 2);
    expect([first.id, first.status, second.status]).toEqual([key.id, 'revoked', 'granted']);
    expect(second.key).not.toBe(key.key);
  });

  it('is good again only while what it was granted by is there', async () => {
    const { benefit, sale, key, held } = await buyKey(stack, seller, { interval: 'month' });
    await patch(key.id, { status: 'revoked' });
    expect((await patch(key.id, { status: 'granted' })).body.status).toBe('granted');
    const refused = { status: 422, body: { detail: [{ loc: ['body', 'status'], type: 'value_error' }] } };
    const path = `/products/${sale.product.id}/benefits`;
    await stack.send('POST', path, { as: seller.owner, body: { benefits: [] } });
    await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === benefit.id);
    expect(await patch(key.id, { status: 'granted' })).toMatchObject(refused);
    expect((await post('validate', held)).status).toBe(404);
    expect((await patch(key.id, { usage: 1 })).body).toMatchObject({ usage: 1, status: 'revoked' });
    // The same grant again, with another key.
    await stack.send('POST', path, { as: seller.owner, body: { benefits: [benefit.id] } });
    await keysOf(stack, seller, benefit.id, 2);
    expect(await patch(key.id, { status: 'granted' })).toMatchObject(refused);
    await stack.send('DELETE', `/benefits/${benefit.id}`, { as: seller.owner });
    await eventually(async () => {
      const all = await keysOf(stack, seller, benefit.id, 2);
      expect(all.map(({ status }: { status: string }) => status)).toEqual(['revoked', 'revoked']);
    });
    for (const { id } of await keysOf(stack, seller, benefit.id, 2))
      expect(await patch(id, { status: 'granted' })).toMatchObject(refused);
  });

  it('is one for each subscription and each order, and none goes with another', async () => {
    const { benefit, sale, key } = await buyKey(stack, seller, { interval: 'month' });
    await stack.send('POST', '/checkouts/', {
      as: seller.owner,
      body: { products: [sale.product.id], customer_id: sale.order.customer_id },
    });
    const other = await buy(stack, { seller, product: { benefits: [benefit] } });
    const [second] = await keysOf(stack, seller, benefit.id, 2);
    expect(second.customer_id).toBe(other.order.customer_id);
    const { body } = await stack.send('GET', `/license-keys/?benefit_id=${benefit.id}`, { as: seller.owner });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([key.id, second.id]);
    await stack.send('DELETE', `/subscriptions/${sale.order.subscription_id}`, { as: seller.owner });
    await eventually(async () => {
      const [still, gone] = await keysOf(stack, seller, benefit.id, 2);
      expect([still.status, gone.id, gone.status]).toEqual(['granted', key.id, 'revoked']);
    });
  });

  it('follows an edit of its benefit, but for what the seller has made of it', async () => {
    const { benefit, key } = await buyKey(stack, seller, { properties: { limit_usage: 5 } });
    await patch(key.id, { status: 'disabled', usage: 3 });
    const properties = {
      prefix: 'new',
      limit_usage: 9,
      activations: { limit: 2, enable_customer_admin: false },
      expires: { ttl: 1, timeframe: 'month' },
    };
    await stack.send('PATCH', `/benefits/${benefit.id}`, {
      as: seller.owner,
      body: { type: 'license_keys', properties },
    });
    await stack.events.next(benefitGrantUpdated, ({ benefitId }) => benefitId === benefit.id);
    const [changed] = await keysOf(stack, seller, benefit.id);
    expect(changed).toMatchObject({
      key: key.key,
      status: 'disabled',
      usage: 3,
      limit_usage: 9,
      limit_activations: 2,
    });
    expect(changed.expires_at).not.toBeNull();
  });
});

describe('validating a key', () => {
  it('counts, and answers the key', async () => {
    const { key, held } = await buyKey(stack, seller);
    const { status, body } = await post('validate', held);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...key,
      validations: 1,
      last_validated_at: stack.clock.now().toISOString(),
      activation: null,
    });
    const { body: read } = await stack.send('GET', `/license-keys/${key.id}`, { as: seller.owner });
    expect([read.validations, read.activations]).toEqual([1, []]);
  });

  it('is the same 404 for whatever is no good', async () => {
    const { key, held, sale } = await buyKey(stack, seller, {
      properties: { expires: { ttl: 1, timeframe: 'day' } },
    });
    const stranger = await makeSeller(stack);
    for (const wrong of [
      { key: 'nothing' },
      { organization_id: stranger.organizationId },
      { benefit_id: uuidv7() },
      { customer_id: uuidv7() },
      { activation_id: uuidv7() },
    ]) {
      const { status, body } = await post('validate', { ...held, ...wrong });
      expect([status, body.error]).toEqual([404, 'ResourceNotFound']);
    }
    const right = { ...held, benefit_id: key.benefit_id, customer_id: sale.order.customer_id };
    expect((await post('validate', right)).status).toBe(200);
    await patch(key.id, { status: 'disabled' });
    expect((await post('validate', held)).status).toBe(404);
    await patch(key.id, { status: 'granted' });
    expect((await post('validate', held)).status).toBe(200);
    await patch(key.id, { expires_at: new Date(stack.clock.now().getTime() - 1000).toISOString() });
    const over = await post('validate', held);
    expect([over.status, over.body.detail]).toEqual([404, 'License key has expired.']);
    // Without an offset, a time is UTC.
    expect((await patch(key.id, { expires_at: '2030-02-15T10:00:00' })).body).toMatchObject({
      expires_at: '2030-02-15T10:00:00.000Z',
    });
    await patch(key.id, { expires_at: null });
    expect((await post('validate', held)).body).toMatchObject({ expires_at: null, validations: 3 });
  });

  it('never counts more use than there is, however many come at once', async () => {
    const { key, held } = await buyKey(stack, seller, { properties: { limit_usage: 50 } });
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => post('validate', { ...held, increment_usage: 1 })),
    );
    const statuses = Map.groupBy(replies, ({ status }) => status);
    expect([statuses.get(200)?.length, statuses.get(400)?.length]).toEqual([50, 150]);
    expect(statuses.get(400)?.[0]?.body).toMatchObject({ error: 'BadRequest' });
    const { body } = await stack.send('GET', `/license-keys/${key.id}`, { as: seller.owner });
    expect([body.usage, body.validations]).toEqual([50, 50]);
    expect(replies.filter(({ body: reply }) => reply.usage > 50)).toEqual([]);
  });

  it('counts each of many at once', async () => {
    const { key, held } = await buyKey(stack, seller);
    const replies = await Promise.all(Array.from({ length: 60 }, () => post('validate', held)));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    const { body } = await stack.send('GET', `/license-keys/${key.id}`, { as: seller.owner });
    expect(body.validations).toBe(60);
  });

  it.each([[{ increment_usage: -1 }], [{ increment_usage: 2 ** 40 }], [{ key: '' }], [{ key: 7 }]])(
    'refuses %j',
    async (wrong) => {
      const { status, body } = await post('validate', {
        key: 'KEY',
        organization_id: seller.organizationId,
        ...wrong,
      });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', Object.keys(wrong)[0]]]);
    },
  );
});

describe('activating a key', () => {
  const limited = (limit: number) => ({ activations: { limit, enable_customer_admin: true } });

  it('gives no more places than there are, and a place back', async () => {
    const { held } = await buyKey(stack, seller, { properties: limited(5) });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_one, index) => post('activate', { ...held, label: `Mac ${index}` })),
    );
    const given = replies.filter(({ status }) => status === 200);
    expect([given.length, replies.filter(({ status }) => status === 403).length]).toEqual([5, 15]);
    expect(replies.find(({ status }) => status === 403)?.body.error).toBe('NotPermitted');
    const activation = given[0]?.body;
    const back = { ...held, activation_id: activation.id };
    expect((await post('validate', back)).body.activation.id).toBe(activation.id);
    expect((await post('deactivate', back)).status).toBe(204);
    expect((await post('deactivate', back)).status).toBe(404);
    expect((await post('validate', back)).status).toBe(404);
    expect((await post('activate', { ...held, label: 'Another' })).status).toBe(200);
  });

  it('is refused of a key that needs none, and of one that is over', async () => {
    const { held } = await buyKey(stack, seller);
    const needless = await post('activate', { ...held, label: 'Mac' });
    expect([needless.status, needless.body.detail]).toEqual([403, expect.stringContaining('/validate')]);
    const { key, held: other } = await buyKey(stack, seller, { properties: limited(5) });
    for (const [change, why] of [
      [{ status: 'disabled' }, 'License key is no longer active.'],
      [{ status: 'granted', expires_at: '2020-01-01T00:00:00Z' }, 'License key has expired.'],
    ] as const) {
      await patch(key.id, change);
      const { status, body } = await post('activate', { ...other, label: 'Mac' });
      expect([status, body]).toEqual([403, { error: 'NotPermitted', detail: why }]);
    }
    expect((await post('activate', { ...other, key: `${other.key}X`, label: 'Mac' })).status).toBe(404);
  });

  it('has any text for a label, or none', async () => {
    const { held } = await buyKey(stack, seller, { properties: limited(2) });
    for (const label of ['', ' ']) {
      const { status, body } = await post('activate', { ...held, label });
      expect([status, body.label]).toEqual([200, label]);
    }
    const { status, body } = await post('activate', held);
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'label']]);
  });

  it('binds conditions that whoever validates repeats', async () => {
    const { held } = await buyKey(stack, seller, { properties: limited(2) });
    const conditions = { majorVersion: 2, Platform: 'mac' };
    const { body } = await post('activate', { ...held, label: 'Mac', conditions, meta: { hostName: 'ada' } });
    expect(body).toMatchObject({ label: 'Mac', meta: { hostName: 'ada' }, license_key: { key: held.key } });
    const asked = { ...held, activation_id: body.id };
    expect((await post('validate', asked)).status).toBe(404);
    expect(
      (await post('validate', { ...asked, conditions: { majorVersion: 3, Platform: 'mac' } })).status,
    ).toBe(404);
    expect((await post('validate', { ...asked, conditions })).status).toBe(200);
    expect((await post('validate', { ...held, conditions: { other: 1 } })).status).toBe(200);
  });
});

describe('a search', () => {
  it('finds keys by a part of them, and by the name and address of their customer', async () => {
    const { sale, key } = await buyKey(stack, seller);
    await buyKey(stack, seller);
    const other = await makeSeller(stack);
    await buyKey(stack, other);
    const name = `Grace ${uuidv7()}`;
    await stack.send('PATCH', `/customers/${sale.order.customer_id}`, { as: seller.owner, body: { name } });
    const find = async (text: string, filter = ''): Promise<string[]> => {
      const path = `/license-keys/?query=${encodeURIComponent(text)}${filter}`;
      const { body } = await stack.send('GET', path, { as: seller.owner });
      return body.items.map(({ id }: { id: string }) => id);
    };
    for (const text of [key.key.slice(4, 30).toLowerCase(), name.toUpperCase(), sale.email])
      expect(await find(text)).toEqual([key.id]);
    expect(await find('@')).toHaveLength(2);
    expect(await find(name, '&status=granted')).toEqual([key.id]);
    expect(await find(name, '&status=revoked')).toEqual([]);
    expect(await find('%')).toEqual([]);
  });
});

describe('a customer', () => {
  it('sees their own keys, and activations where the seller lets them', async () => {
    const { benefit, sale, key, held } = await buyKey(stack, seller, {
      properties: { activations: { limit: 2, enable_customer_admin: true } },
    });
    await post('activate', { ...held, label: 'Mac' });
    const as = customerOf(seller, sale.order.customer_id);
    const list = await stack.send('GET', '/customer-portal/license-keys/', { as });
    expect(list.body).toMatchObject({
      items: [{ id: key.id, key: key.key }],
      pagination: { total_count: 1, max_page: 1 },
    });
    const next = await makeLicenses(stack, seller);
    await stack.send('POST', `/products/${sale.product.id}/benefits`, {
      as: seller.owner,
      body: { benefits: [benefit.id, next.id] },
    });
    const [later] = await keysOf(stack, seller, next.id);
    const both = await stack.send('GET', '/customer-portal/license-keys/', { as });
    expect(both.body.items.map(({ id }: { id: string }) => id)).toEqual([key.id, later.id]);
    const path = `/customer-portal/license-keys/${key.id}`;
    expect((await stack.send('GET', path, { as })).body.activations).toMatchObject([{ label: 'Mac' }]);
    await stack.send('PATCH', `/benefits/${benefit.id}`, {
      as: seller.owner,
      body: {
        type: 'license_keys',
        properties: { activations: { limit: 2, enable_customer_admin: false } },
      },
    });
    expect((await stack.send('GET', path, { as })).body.activations).toEqual([]);

    const own = { ...customerOf(seller, sale.order.customer_id), scope: { checkoutId: sale.checkout.id } };
    expect((await stack.send('GET', path, { as: own as never })).status).toBe(200);
    const somebody = await buy(stack, { seller });
    for (const other of [
      customerOf(seller, somebody.order.customer_id),
      { ...own, scope: { checkoutId: somebody.checkout.id } },
    ]) {
      expect((await stack.send('GET', path, { as: other as never })).status).toBe(404);
      const none = await stack.send('GET', '/customer-portal/license-keys/', { as: other as never });
      expect(none.body.items).toEqual([]);
    }
    expect((await stack.send('GET', path)).status).toBe(401);
    expect((await stack.send('GET', path, { as: seller.owner })).status).toBe(401);
  });
});
