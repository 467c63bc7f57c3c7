import { productCreated } from '@tessera/proto/events/billing';
import { type BillingStack, makeSeller, startBilling } from '../../test/factories.ts';

let stack: BillingStack;

beforeAll(async () => {
  stack = await startBilling();
});

afterAll(() => stack.stop());

describe('createProduct', () => {
  it('answers the whole product and tells the world the same', async () => {
    const seller = await makeSeller(stack);
    const { status, body } = await stack.send('POST', '/products/', {
      as: seller.owner,
      body: {
        organization_id: seller.organizationId,
        name: 'A book',
        recurring_interval: null,
        prices: [{ amount_type: 'fixed', price_amount: 1500 }],
        metadata: { someKey: 'x' },
      },
    });
    expect(body).toEqual({});
    expect(status).toBe(201);
    const event = await stack.events.next(productCreated, ({ productId }) => productId === body.id);
    expect(JSON.parse(event.snapshot)).toEqual(body);
  });
});
