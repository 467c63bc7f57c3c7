import { eventually } from '@tessera/kit/test/eventually';
import { benefitGrantCreated, benefitGrantRevoked } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeSeller,
  type Seller,
  startBilling,
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

const granted = async (customerId: string): Promise<string[]> => {
  const { body } = await stack.send('GET', `/customers/${customerId}/state`, { as: seller.owner });
  return body.granted_benefits.map((it: { benefit_id: string }) => it.benefit_id).toSorted();
};
const setBenefits = (productId: string, benefits: string[]) =>
  stack.send('POST', `/products/${productId}/benefits`, { as: seller.owner, body: { benefits } });

describe('a change of a product’s benefits', () => {
  it('gives to and takes from those who subscribe to it, and gives back', async () => {
    const { organizationId } = seller;
    const first = await makeBenefit(stack, { organizationId });
    const second = await makeBenefit(stack, { organizationId });
    const { order, product } = await buy(stack, {
      seller,
      product: { recurringInterval: 'month', benefits: [first] },
    });
    const becomes = (ids: string[]) =>
      eventually(async () => expect(await granted(order.customer_id)).toEqual(ids.toSorted()));
    await becomes([first.id]);
    await setBenefits(product.id, [second.id]);
    await becomes([second.id]);
    await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === first.id);
    await setBenefits(product.id, [second.id, first.id]);
    await becomes([first.id, second.id]);
    const told = await eventually(() => {
      const all = stack.events.all(benefitGrantCreated).filter(({ benefitId }) => benefitId === first.id);
      expect(all.map(({ snapshot }) => JSON.parse(snapshot))).toMatchObject([
        { previous_properties: null },
        { previous_properties: {}, is_granted: true, revoked_at: null },
      ]);
      return all;
    });
    expect(new Set(told.map(({ benefitGrantId }) => benefitGrantId)).size).toBe(1);
  });

  it('only gives to those who bought it once', async () => {
    const { organizationId } = seller;
    const first = await makeBenefit(stack, { organizationId });
    const second = await makeBenefit(stack, { organizationId });
    const { order, product } = await buy(stack, { seller, product: { benefits: [first] } });
    await eventually(async () => expect(await granted(order.customer_id)).toEqual([first.id]));
    await setBenefits(product.id, [second.id]);
    await eventually(async () =>
      expect(await granted(order.customer_id)).toEqual([first.id, second.id].toSorted()),
    );
  });
});
