import {
  type BillingStack,
  makeBenefit,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';

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
    for (const priceAmount of [300, 100, 200])
      await makeProduct(stack, { organizationId, name: `At ${priceAmount}`, price: { priceAmount } });
    await makeProduct(stack, { organizationId, name: 'For free', price: { amountType: 'free' } });
    expect(await names('sorting=price_amount')).toEqual(['For free', 'At 100', 'At 200', 'At 300']);
    expect(await names('sorting=-price_amount_type&sorting=-price_amount')).toEqual([
      'For free',
      'At 300',
      'At 200',
      'At 100',
    ]);
    expect(await names('sorting=price_amount&limit=3&page=2')).toEqual(['At 300']);
    const { body } = await stack.send('GET', '/products?limit=3', { as: seller.owner });
    expect(body.pagination).toEqual({ total_count: 4, max_page: 2 });
  });

  it.each(['sorting=price', 'page=0', 'limit=x', 'is_archived=maybe', 'id=1', 'benefit_id=%00'])(
    'refuses the query %s',
    async (query) => {
      const { status } = await stack.send('GET', `/products?${query}`, { as: seller.owner });
      expect([400, 422]).toContain(status);
    },
  );
});
