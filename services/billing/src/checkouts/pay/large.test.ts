/** What is sold may have grown, beyond what an event holds, since it was put into the checkout. */
import { checkoutUpdated, productUpdated, subscriptionCreated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { confirm, openCheckout, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

/** Six bytes of JSON each. */
const long = (characters: number): string => '\u0001'.repeat(characters);

it('a checkout of many products is sold however long their descriptions have become', async () => {
  const seller = await makeSeller(stack);
  const { organizationId } = seller;
  const products = await Promise.all(
    Array.from({ length: 40 }, () => makeProduct(stack, { organizationId })),
  );
  const ids = products.map(({ id }) => id);
  const { checkout, path } = await openCheckout(stack, { seller, body: { products: ids } });
  await stack.db.query('UPDATE products SET description = $1 WHERE id = ANY ($2)', [long(20_000), ids]);

  const changed = await stack.send('PATCH', path, { body: { customer_name: 'Ada' } });
  expect(changed.status).toBe(200);
  expect(changed.body.product.description).toHaveLength(20_000);
  expect((await confirm(stack, path)).status).toBe(200);
  await untilStatus(stack, path, 'succeeded');
  const orders = await stack.db.query('SELECT status FROM orders WHERE checkout_id = $1', [checkout.id]);
  expect(orders).toEqual([{ status: 'paid' }]);
  const told = await stack.events.next(
    checkoutUpdated,
    ({ checkoutId, status }) => checkoutId === checkout.id && status === 'succeeded',
  );
  const { products: shown, product, total_amount } = JSON.parse(told.snapshot);
  expect(total_amount).toBe(1000);
  expect(product).toMatchObject({ id: ids[0], description: null, prices: [{ price_amount: 1000 }] });
  expect(shown.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(shown[0]).toMatchObject({ description: null, prices: [] });
});

it.each([
  ['the notes of its benefits', async (seller: Seller) => ({ benefits: await makeNotes(seller) })],
  ['its custom fields', async (seller: Seller) => ({ attachedCustomFields: await makeFields(seller) })],
])('a product is changed and subscribed to however long %s have become', async (_name, makeParts) => {
  const seller = await makeSeller(stack);
  const parts = await makeParts(seller);
  const { product, checkout, path } = await openCheckout(stack, {
    seller,
    product: { recurringInterval: 'month', ...parts },
  });
  const { status } = await stack.send('PATCH', `/products/${product.id}`, {
    as: seller.owner,
    body: { name: 'Larger' },
  });
  expect(status).toBe(200);
  expect((await confirm(stack, path)).status).toBe(200);
  await untilStatus(stack, path, 'succeeded');
  const brief = { name: 'Larger', benefits: [], attached_custom_fields: [] };
  const changed = await stack.events.next(productUpdated, ({ productId }) => productId === product.id);
  expect(JSON.parse(changed.snapshot)).toMatchObject(brief);
  const begun = await stack.events.next(subscriptionCreated, ({ checkoutId }) => checkoutId === checkout.id);
  expect(JSON.parse(begun.snapshot)).toMatchObject({ amount: 1000, product: brief });
});

it('what is paid by use is subscribed to however long the filters of its meters are', async () => {
  const seller = await makeSeller(stack);
  const { organizationId } = seller;
  const clauses = Array.from({ length: 90 }, () => ({
    property: 'name',
    operator: 'eq' as const,
    value: '値'.repeat(1000),
  }));
  const filter = { conjunction: 'or' as const, clauses };
  const meters = await Promise.all(
    Array.from({ length: 20 }, () => makeMeter(stack, { organizationId, filter })),
  );
  const { body: product } = await stack.send('POST', '/products/', {
    as: seller.owner,
    body: {
      organization_id: organizationId,
      name: 'By use',
      recurring_interval: 'month',
      prices: meters.map(({ id }) => ({ amount_type: 'metered_unit', meter_id: id, unit_amount: '1' })),
    },
  });
  const { checkout, path } = await openCheckout(stack, { seller, body: { products: [product.id] } });
  expect((await confirm(stack, path)).status).toBe(200);
  await untilStatus(stack, path, 'succeeded');
  const begun = await stack.events.next(subscriptionCreated, ({ checkoutId }) => checkoutId === checkout.id);
  const { meters: shown } = JSON.parse(begun.snapshot);
  expect(shown).toHaveLength(20);
  expect(shown[0].meter).toMatchObject({ name: 'API calls', filter: { conjunction: 'or', clauses: [] } });
});

const makeNotes = ({ organizationId }: Seller) =>
  Promise.all(
    Array.from({ length: 60 }, () =>
      makeBenefit(stack, { organizationId, properties: { note: long(10_000) } }),
    ),
  );

/** Fields whose options are as long as they may be, three bytes a letter. */
const makeFields = ({ organizationId, owner }: Seller) => {
  const options = Array.from({ length: 125 }, (_, at) => ({
    value: `${at}`.padEnd(200, '値'),
    label: '名'.repeat(200),
  }));
  return Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const { body } = await stack.send('POST', '/custom-fields/', {
        as: owner,
        body: {
          type: 'select',
          slug: `field-${at}`,
          name: 'A field',
          properties: { options },
          organization_id: organizationId,
        },
      });
      return { id: body.id, required: false };
    }),
  );
};
