import { sql } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import { orderCreated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { polarAs } from '../../test/polar.ts';
import { buy, confirm, openCheckout, untilStatus } from '../../test/purchases.ts';
import { storeOrganization } from '../access/organizations/entity.ts';
import { noTax } from '../money/tax.ts';
import { insertOrder } from './entity.ts';
import { planOrder } from './plan.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

/** The first word of their slugs. */
const prefix = 'ACME';
const numbersOf = async ({ organizationId }: Seller): Promise<string[]> => {
  const rows = await sql<{ invoice_number: string }>(
    stack.db,
    'SELECT invoice_number FROM orders WHERE organization_id = $1 ORDER BY invoice_number',
    [organizationId],
  );
  return rows.map(({ invoice_number: number }) => number);
};
const upTo = (count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}-${String(at + 1).padStart(4, '0')}`);

/** Places an order of the seller, and whatever `then` does in the same transaction. */
const place = async (then: () => Promise<void> | void = () => undefined) => {
  const { organizationId } = seller;
  const customer = await makeCustomer(stack, { organizationId });
  const product = await makeProduct(stack, { organizationId });
  const facts = {
    organizationId,
    customerId: customer.id,
    productId: product.id,
    subscriptionId: null,
    checkoutId: null,
    currency: 'usd',
    billingName: null,
    billingAddress: null,
    metadata: {},
    customFieldData: {},
  };
  const { row, items } = planOrder(stack.clock.now(), facts, {
    lines: [{ label: 'Book', amount: 1000, productPriceId: null }],
    discount: { id: null, amount: 0 },
    tax: noTax,
    reason: 'purchase',
  });
  return transact(stack.db, async (em) => {
    const placed = await insertOrder(em, row, items);
    await then();
    return placed.invoiceNumber;
  });
};

describe('numbers of orders', () => {
  it('have no gap and no double among 50 sales of one seller at once', async () => {
    const opened = await Promise.all(Array.from({ length: 50 }, () => openCheckout(stack, { seller })));
    await Promise.all(opened.map(({ path }) => confirm(stack, path)));
    await Promise.all(opened.map(({ path }) => untilStatus(stack, path, 'succeeded')));
    expect(await numbersOf(seller)).toEqual(upTo(50));
  });

  it('are not taken by a sale that is rolled back', async () => {
    await place();
    const failed = place(() => {
      throw new Error('the sale fails');
    });
    await expect(failed).rejects.toThrow('the sale fails');
    await place();
    expect(await numbersOf(seller)).toEqual(upTo(2));
  });

  it('of one seller wait for no other seller', async () => {
    const other = await makeSeller(stack);
    await place(async () => {
      const { order } = await buy(stack, { seller: other });
      expect(order.invoice_number).toBe(`${prefix}-0001`);
    });
    expect(await numbersOf(seller)).toEqual(upTo(1));
  });

  it('keep their prefix when the slug changes, and grow beyond four digits', async () => {
    await storeOrganization(stack.db.manager, {
      id: seller.organizationId,
      name: 'Acme',
      slug: 'renamed',
      avatarUrl: null,
      email: null,
      website: null,
      accentColor: null,
      snapshot: null,
      isWhole: true,
      allowMultipleSubscriptions: false,
      isDeleted: false,
      revision: '2',
    });
    expect(await place()).toBe(`${prefix}-0001`);
    await stack.db.query('UPDATE order_counters SET last_number = 9999 WHERE organization_id = $1', [
      seller.organizationId,
    ]);
    expect(await place()).toBe(`${prefix}-10000`);
  });

  it('are shown in replies and told to partners, and the client of the contract reads both', async () => {
    const { order } = await buy(stack, { seller });
    expect(order.invoice_number).toBe(`${prefix}-0001`);
    const emitted = await stack.events.next(orderCreated, ({ orderId }) => orderId === order.id);
    expect(JSON.parse(emitted.snapshot)).toMatchObject({ invoice_number: order.invoice_number });
    const polar = await polarAs(stack, seller.owner);
    expect(await polar.orders.get({ id: order.id })).toMatchObject({ id: order.id, totalAmount: 1000 });
  });

  it('are given to orders that the release before writes', async () => {
    const customer = await makeCustomer(stack, { organizationId: seller.organizationId });
    await stack.db.query(
      `INSERT INTO orders (id, created_at, organization_id, status, customer_id, product_id, billing_reason, currency,
         subtotal_amount, discount_amount, net_amount, tax_amount, total_amount, metadata, custom_field_data)
       SELECT gen_random_uuid(), now(), $1, 'paid', $2, $3, 'purchase', 'usd', 100, 0, 100, 0, 100, '{}', '{}'
       FROM generate_series(1, 3)`,
      [seller.organizationId, customer.id, uuidv7()],
    );
    expect(await numbersOf(seller)).toEqual(upTo(3));
  });
});
