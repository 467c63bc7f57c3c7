import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeDiscount,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { buy } from '../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

type As = Parameters<BillingStack['send']>[2];
const search = async (query: string, as: NonNullable<As>['as'] = seller.owner) => {
  const { status, body, text } = await stack.send('GET', `/search?${query}`, { as });
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return body as Record<string, { id: string }[]>;
};
const idsOf = (found: Record<string, { id: string }[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(found).flatMap(([kind, items]) =>
      items.length > 0 ? [[kind, items.map(({ id }) => id)]] : [],
    ),
  );

describe('search', () => {
  it('finds things of all kinds by the same text', async () => {
    const { organizationId } = seller;
    const product = await makeProduct(stack, { organizationId, name: 'Needlework' });
    const discount = await makeDiscount(stack, { organizationId, name: 'Needle week' });
    const meter = await makeMeter(stack, { organizationId, name: 'Needles' });
    const customer = await makeCustomer(stack, { organizationId, name: 'Ada Needle' });
    await makeBenefit(stack, { organizationId, description: 'Something else' });
    expect(idsOf(await search('query=NEEDLE'))).toEqual({
      customers: [customer.id],
      products: [product.id],
      discounts: [discount.id],
      meters: [meter.id],
    });
  });

  it('finds the sale of a product by its name', async () => {
    const { order, product } = await buy(stack, { seller, product: { name: 'Haystack' } });
    expect(idsOf(await search('query=haystack'))).toEqual({
      orders: [order.id],
      products: [product.id],
    });
  });

  it('finds a few of each kind, the newest', async () => {
    for (const day of [1, 2, 3])
      await makeProduct(stack, {
        organizationId: seller.organizationId,
        name: `Needle ${day}`,
        createdAt: new Date(`2026-01-0${day}T00:00:00Z`),
      });
    const { products } = await search('query=needle&limit=2');
    expect(products).toMatchObject([{ name: 'Needle 3' }, { name: 'Needle 2' }]);
  });

  it('finds nothing without a text, and nothing of other organizations', async () => {
    const { organizationId } = seller;
    await makeProduct(stack, { organizationId, name: 'Needle' });
    const stranger = await makeSeller(stack);
    for (const [query, as] of [
      ['', seller.owner],
      ['query=%20', seller.owner],
      ['query=needle', stranger.owner],
      [`query=needle&organization_id=${organizationId}`, stranger.owner],
    ] as const)
      expect(idsOf(await search(query, as))).toEqual({});
  });

  it('finds only kinds that a token may read', async () => {
    const { organizationId } = seller;
    await makeProduct(stack, { organizationId, name: 'Needle' });
    const customer = await makeCustomer(stack, { organizationId, name: 'Ada Needle' });
    const found = await search('query=needle', tokenOf(organizationId, 'customers:read'));
    expect(idsOf(found)).toEqual({ customers: [customer.id] });
    const refused = await stack.send('GET', '/search?query=needle', {
      as: tokenOf(organizationId, 'webhooks:read'),
    });
    expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
    expect((await stack.send('GET', '/search?query=needle')).status).toBe(401);
  });
});
