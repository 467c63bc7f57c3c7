import {
  type BillingStack,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { polarAs } from '../../../test/polar.ts';

let stack: BillingStack;
let seller: Seller;
let meterId: string;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  meterId = (await makeMeter(stack, { organizationId: seller.organizationId })).id;
});
afterAll(() => stack.stop());

const create = (price: object) =>
  stack.send('POST', '/products/', {
    as: tokenOf(seller.organizationId, 'products:write'),
    body: {
      name: 'An API',
      recurring_interval: 'month',
      prices: [{ amount_type: 'metered_unit', meter_id: meterId, ...price }],
    },
  });
const tier = (max_units: number | null, unit_amount: number | string = 1, values: object = {}) => ({
  max_units,
  unit_amount,
  ...values,
});
const graduated = (...tiers: object[]) => ({ unit_tiers: { tier_type: 'graduated', tiers } });

describe('a metered price with tiers, packages or a minimum', () => {
  it.each([
    [
      'tiers',
      graduated(tier(100, '0'), tier(1000, 0.5, { flat_amount: 200 }), tier(null, '0.25')),
      {
        unit_amount: '0',
        unit_tiers: {
          tier_type: 'graduated',
          tiers: [
            { max_units: 100, unit_amount: '0', flat_amount: 0 },
            { max_units: 1000, unit_amount: '0.5', flat_amount: 200 },
            { max_units: null, unit_amount: '0.25', flat_amount: 0 },
          ],
        },
        package_size: null,
        minimum_amount: null,
      },
    ],
    [
      'packages and a minimum',
      { unit_amount: 500, package_size: 1000, minimum_amount: 900, cap_amount: 900 },
      { unit_amount: '500', unit_tiers: null, package_size: 1000, minimum_amount: 900, cap_amount: 900 },
    ],
  ])('is shown as it was made, and read by the contract’s client: %s', async (_what, given, shown) => {
    const { status, body } = await create(given);
    expect(status).toBe(201);
    expect(body.prices).toMatchObject([{ amount_type: 'metered_unit', meter_id: meterId, ...shown }]);
    const again = await stack.send('GET', `/products/${body.id}`, { as: seller.owner });
    expect(again.body.prices).toEqual(body.prices);
    const polar = await polarAs(stack, tokenOf(seller.organizationId, 'products:read'));
    expect((await polar.products.get({ id: body.id })).prices).toMatchObject([
      { amountType: 'metered_unit', unitAmount: shown.unit_amount },
    ]);
  });

  it('takes a price again as it is shown, where its first units are free', async () => {
    const { body } = await create(graduated(tier(10, 0), tier(null, 5)));
    const [{ unit_amount, unit_tiers }] = body.prices;
    expect(unit_amount).toBe('0');
    const again = await create({ unit_amount, unit_tiers });
    expect(again.body.prices).toMatchObject([{ unit_amount, unit_tiers }]);
  });

  it('shows a price at once as it is kept', async () => {
    const { body } = await create({ unit_amount: '007.50' });
    expect(body.prices).toMatchObject([{ unit_amount: '7.50' }]);
    expect((await stack.send('GET', `/products/${body.id}`, { as: seller.owner })).body.prices).toEqual(
      body.prices,
    );
  });

  it.each([
    ['no price at all', {}, ['unit_amount']],
    ['nothing without tiers', { unit_amount: 0 }, ['unit_amount']],
    ['tiers and packages', { ...graduated(tier(null)), package_size: 5 }, ['package_size']],
    ['no tiers', graduated(), ['unit_tiers', 'tiers']],
    ['a last tier that ends', graduated(tier(10)), ['unit_tiers', 'tiers', 0, 'max_units']],
    [
      'a tier without an end before another',
      graduated(tier(null), tier(null)),
      ['unit_tiers', 'tiers', 0, 'max_units'],
    ],
    [
      'tiers out of order',
      graduated(tier(10), tier(10), tier(null)),
      ['unit_tiers', 'tiers', 1, 'max_units'],
    ],
    ['a tier’s price below nothing', graduated(tier(null, -1)), ['unit_tiers', 'tiers', 0, 'unit_amount']],
    ['packages of nothing', { unit_amount: 1, package_size: 0 }, ['package_size']],
    ['a minimum above the cap', { unit_amount: 1, minimum_amount: 5, cap_amount: 4 }, ['cap_amount']],
    ['a minimum that no order can hold', { unit_amount: 1, minimum_amount: 100_000_000 }, ['minimum_amount']],
  ])('is refused: %s', async (_what, price, path) => {
    const { status, body } = await create(price);
    expect(status).toBe(422);
    const [{ loc }] = body.detail;
    expect(loc.slice(0, 3)).toEqual(['body', 'prices', 0]);
    expect(loc.filter((part: unknown) => part !== 'metered_unit').slice(3, 3 + path.length)).toEqual(path);
  });
});
