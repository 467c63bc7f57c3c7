import { productUpdated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { ProductPriceEntity } from './entity.ts';

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

describe('getProduct', () => {
  it('refuses what is no id, and does not find what is not there', async () => {
    const wrong = await stack.send('GET', '/products/first', { as: seller.owner });
    expect(wrong.status).toBe(422);
    expect(wrong.body.detail[0].loc).toEqual(['path', 'id']);
    const unknown = await stack.send('GET', '/products/01980000-0000-7000-8000-000000000000', {
      as: seller.owner,
    });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'ResourceNotFound']);
  });
});

describe('updateProduct', () => {
  it('changes what is given, ignores nulls, and emits it', async () => {
    const product = await makeProduct(stack, { organizationId: seller.organizationId, description: 'Old' });
    const { status, body } = await stack.send('PATCH', `/products/${product.id}`, {
      as: seller.owner,
      body: { name: 'New name', description: null, is_archived: true, metadata: { a: 1 } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'New name',
      description: 'Old',
      is_archived: true,
      metadata: { a: 1 },
      modified_at: '2026-01-15T12:00:00.000Z',
    });
    const event = await stack.events.next(productUpdated, ({ productId }) => productId === product.id);
    expect(JSON.parse(event.snapshot)).toEqual(body);
  });

  it('keeps no blanks around name and description, and takes a blank description away', async () => {
    const product = await makeProduct(stack, { organizationId: seller.organizationId, description: 'Old' });
    const change = (body: object) =>
      stack.send('PATCH', `/products/${product.id}`, { as: seller.owner, body });
    expect((await change({ name: '  New name ', description: ' New\n' })).body).toMatchObject({
      name: 'New name',
      description: 'New',
    });
    expect((await change({ description: ' \n' })).body.description).toBeNull();
    const short = await change({ name: ' ab ' });
    expect([short.status, short.body.detail[0].loc]).toEqual([422, ['body', 'name']]);
  });

  it('keeps prices by id, adds new ones and archives those left out', async () => {
    const product = await makeProduct(stack, { organizationId: seller.organizationId });
    const [old] = product.prices;
    const kept = await stack.send('PATCH', `/products/${product.id}`, {
      as: seller.owner,
      body: { prices: [{ id: old?.id }] },
    });
    expect(kept.body.prices).toMatchObject([{ id: old?.id, price_amount: 1000 }]);
    const replaced = await stack.send('PATCH', `/products/${product.id}`, {
      as: seller.owner,
      body: { prices: [{ amount_type: 'fixed', price_amount: 2000 }] },
    });
    expect(replaced.body.prices).toMatchObject([{ price_amount: 2000, is_archived: false }]);
    expect(replaced.body.prices).toHaveLength(1);
    const rows = await stack.db.manager.findBy(ProductPriceEntity, { productId: product.id });
    expect(rows.find(({ id }) => id === old?.id)?.isArchived).toBe(true);
    const again = await stack.send('PATCH', `/products/${product.id}`, {
      as: seller.owner,
      body: { prices: [{ id: old?.id }] },
    });
    expect(again.status).toBe(422);
    expect(again.body.detail[0].loc).toEqual(['body', 'prices', 0]);
  });

  it('never changes the interval', async () => {
    const { id } = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
    });
    const change = (body: object) => stack.send('PATCH', `/products/${id}`, { as: seller.owner, body });
    for (const wanted of [{ recurring_interval: 'year' }, { recurring_interval_count: 3 }]) {
      const { status, body } = await change(wanted);
      expect([status, body.detail[0].loc]).toEqual([422, ['body', ...Object.keys(wanted)]]);
    }
    const same = await change({ recurring_interval: 'month', recurring_interval_count: 1 });
    expect([same.status, same.body.recurring_interval_count]).toEqual([200, 1]);
  });
});

describe('updateProductBenefits', () => {
  it('replaces the ordered list', async () => {
    const product = await makeProduct(stack, { organizationId: seller.organizationId });
    const first = await makeBenefit(stack, { organizationId: seller.organizationId, description: 'First' });
    const second = await makeBenefit(stack, { organizationId: seller.organizationId, description: 'Second' });
    const set = (benefits: string[]) =>
      stack.send('POST', `/products/${product.id}/benefits`, { as: seller.owner, body: { benefits } });
    const ids = ({ body }: Awaited<ReturnType<typeof set>>) =>
      body.benefits.map((it: { id: string }) => it.id);
    expect(ids(await set([second.id, first.id]))).toEqual([second.id, first.id]);
    expect(ids(await set([first.id]))).toEqual([first.id]);
    expect(ids(await set([]))).toEqual([]);
    const event = await stack.events.next(
      productUpdated,
      ({ productId, snapshot }) => productId === product.id && JSON.parse(snapshot).benefits.length === 2,
    );
    expect(JSON.parse(event.snapshot).benefits[0]).toMatchObject({
      type: 'custom',
      properties: { note: 'Thank you' },
    });
  });

  it('refuses benefits of others, deleted ones and repetitions', async () => {
    const product = await makeProduct(stack, { organizationId: seller.organizationId });
    const own = await makeBenefit(stack, { organizationId: seller.organizationId });
    const theirs = await makeBenefit(stack, { organizationId: stranger.organizationId });
    const gone = await makeBenefit(stack, { organizationId: seller.organizationId, deletedAt: new Date() });
    for (const [benefits, place] of [
      [[own.id, theirs.id], 1],
      [[gone.id], 0],
      [[own.id, own.id], 1],
    ] as const) {
      const { status, body } = await stack.send('POST', `/products/${product.id}/benefits`, {
        as: seller.owner,
        body: { benefits },
      });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'benefits', place]]);
    }
  });
});
