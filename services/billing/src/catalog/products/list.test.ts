import {
  type BillingStack,
  makeBenefit,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { priceOrderMigration } from '../../migrations/167-price-order.ts';
import type { PriceAmountType } from './entity.ts';
import type { FullPrice } from './view.ts';

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

describe('listProducts', () => {
  const names = async (query: string) => {
    const { status, body } = await stack.send('GET', `/products/?${query}`, { as: seller.owner });
    expect(status).toBe(200);
    return body.items.map(({ name }: { name: string }) => name);
  };

  it('filters by every filter of the contract', async () => {
    const { organizationId } = seller;
    const benefit = await makeBenefit(stack, { organizationId });
    const red = await makeProduct(stack, {
      organizationId,
      name: 'Red 100%',
      metadata: { plan: 'pro', seats: 3 },
    });
    await makeProduct(stack, {
      organizationId,
      name: 'Blue 100',
      isArchived: true,
      metadata: { plan: 'team' },
    });
    await makeProduct(stack, {
      organizationId,
      name: 'Green',
      recurringInterval: 'month',
      benefits: [benefit],
    });
    const byName = 'sorting=name';
    expect(await names(byName)).toEqual(['Blue 100', 'Green', 'Red 100%']);
    expect(await names(`${byName}&id=${red.id}`)).toEqual(['Red 100%']);
    expect(await names(`${byName}&query=100%25`)).toEqual(['Red 100%']);
    expect(await names(`${byName}&query=rEd`)).toEqual(['Red 100%']);
    expect(await names(`${byName}&is_archived=true`)).toEqual(['Blue 100']);
    expect(await names(`${byName}&is_recurring=false`)).toEqual(['Blue 100', 'Red 100%']);
    expect(await names(`${byName}&benefit_id=${benefit.id}`)).toEqual(['Green']);
    expect(await names(`${byName}&metadata%5Bplan%5D=pro&metadata%5Bseats%5D=3`)).toEqual(['Red 100%']);
    expect(await names(`${byName}&metadata%5Bplan%5D=pro&metadata%5Bplan%5D=team`)).toEqual([
      'Blue 100',
      'Red 100%',
    ]);
    expect(
      await names(`${byName}&organization_id=${organizationId}&organization_id=${stranger.organizationId}`),
    ).toHaveLength(3);
  });

  it('sorts by price and pages', async () => {
    const { organizationId } = seller;
    const named = (name: string, price: Partial<FullPrice>) =>
      makeProduct(stack, { organizationId, name, price });
    const meter = await makeMeter(stack, { organizationId });
    await named('By usage', { amountType: 'metered_unit', meterId: meter.id, unitAmount: '1' });
    for (const priceAmount of [300, 100, 200]) await named(`At ${priceAmount}`, { priceAmount });
    await named('As you like', { amountType: 'custom' });
    await named('From 150', { amountType: 'custom', minimumAmount: 150 });
    await named('For free', { amountType: 'free' });
    expect(await names('sorting=price_amount')).toEqual([
      'For free',
      'As you like',
      'At 100',
      'From 150',
      'At 200',
      'At 300',
      'By usage',
    ]);
    expect(await names('sorting=-price_amount_type&sorting=-price_amount')).toEqual([
      'By usage',
      'At 300',
      'At 200',
      'At 100',
      'From 150',
      'As you like',
      'For free',
    ]);
    expect(await names('sorting=price_amount&limit=3&page=3')).toEqual(['By usage']);
    const { body } = await stack.send('GET', '/products?limit=3', { as: seller.owner });
    expect(body.pagination).toEqual({ total_count: 7, max_page: 3 });
  });

  it('sorts products from before amounts were in this order with the others', async () => {
    const { organizationId } = seller;
    const before = (name: string, priceAmountType: PriceAmountType, priceAmount: number) =>
      makeProduct(stack, { organizationId, name, priceAmountType, priceAmount });
    await before('As you like', 'custom', 0);
    await before('By usage', 'metered_unit', 0);
    await before('For free', 'free', 0);
    await before('From 150', 'custom', 150);
    await makeProduct(stack, { organizationId, name: 'At 100', price: { priceAmount: 100 } });
    await stack.db.query(priceOrderMigration.sql);
    expect(await names('sorting=price_amount')).toEqual([
      'For free',
      'As you like',
      'At 100',
      'From 150',
      'By usage',
    ]);
  });

  it.each(['sorting=price', 'page=0', 'limit=x', 'is_archived=maybe', 'id=1', 'benefit_id=%00'])(
    'refuses the query %s',
    async (query) => {
      const { status } = await stack.send('GET', `/products?${query}`, { as: seller.owner });
      expect([400, 422]).toContain(status);
    },
  );
});
