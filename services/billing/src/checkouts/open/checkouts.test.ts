import { isToken } from '@tessera/kit/secrets';
import { checkoutCreated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeProduct,
  makeSeller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { confirm, details, freshEmail, openCheckout, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const custom = {
  price: { amountType: 'custom' as const, minimumAmount: 500, maximumAmount: 5000, presetAmount: 900 },
};

describe('creating a checkout', () => {
  it('answers everything its seller needs, and tells partners', async () => {
    const { checkout, product, seller } = await openCheckout(stack);
    expect(isToken('tessera_c_', checkout.client_secret)).toBe(true);
    expect(checkout).toMatchObject({
      status: 'open',
      payment_processor: 'stripe',
      payment_processor_metadata: { processor: 'sandbox' },
      url: `http://localhost:3000/checkout/${checkout.client_secret}`,
      success_url: `http://localhost:3000/checkout/${checkout.client_secret}/confirmation`,
      expires_at: '2026-01-15T12:30:00.000Z',
      amount: 1000,
      tax_amount: null,
      total_amount: 1000,
      product_id: product.id,
      is_payment_form_required: true,
      is_payment_setup_required: false,
    });
    const emitted = await stack.events.next(checkoutCreated, ({ checkoutId }) => checkoutId === checkout.id);
    expect([emitted.organizationId, emitted.status]).toEqual([seller.organizationId, 'open']);
    expect(JSON.parse(emitted.snapshot)).toEqual(checkout);
  });

  it('works with an access token, and with the older keys', async () => {
    const { product, seller } = await openCheckout(stack);
    const as = tokenOf(seller.organizationId, 'checkouts:write');
    const bodies = [
      { products: [product.id] },
      { product_id: product.id },
      { product_price_id: product.prices[0]?.id },
    ];
    for (const body of bodies)
      for (const path of ['/checkouts/', '/checkouts/custom/']) {
        const reply = await stack.send('POST', path, { as, body });
        expect([reply.status, reply.body.product_id]).toEqual([201, product.id]);
      }
  });

  it('takes the customer’s amount within the bounds of the price', async () => {
    const { product, seller, checkout } = await openCheckout(stack, { product: custom });
    expect(checkout.amount).toBe(900);
    const create = (amount: number) =>
      stack.send('POST', '/checkouts/', { as: seller.owner, body: { products: [product.id], amount } });
    expect((await create(700)).body.total_amount).toBe(700);
    const [low, high] = [await create(499), await create(5001)];
    expect(low.body.detail).toMatchObject([{ loc: ['body', 'amount'], type: 'greater_than_equal' }]);
    expect(high.body.detail).toMatchObject([{ loc: ['body', 'amount'], type: 'less_than_equal' }]);
  });

  it('knows a customer by id or by the seller’s own id', async () => {
    const seller = await makeSeller(stack);
    const externalId = uuidv7();
    const customer = await makeCustomer(stack, {
      organizationId: seller.organizationId,
      externalId,
      name: 'Ada',
    });
    for (const link of [
      { customer_id: customer.id },
      { customer_external_id: externalId },
      { external_customer_id: externalId },
    ]) {
      const { checkout, path } = await openCheckout(stack, { seller, body: link });
      expect(checkout).toMatchObject({
        customer_id: customer.id,
        customer_email: customer.email,
        customer_name: 'Ada',
      });
      const changed = await stack.send('PATCH', path, { body: { customer_email: freshEmail() } });
      expect(changed.body.customer_email).toBe(customer.email);
    }
    const { checkout: nobodys } = await openCheckout(stack, { seller, body: { customer_external_id: '' } });
    expect(nobodys).toMatchObject({ customer_id: null, customer_external_id: null });
    const unknown = await openCheckout(stack, {
      seller,
      body: { external_customer_id: `${externalId}-new` },
    });
    expect(unknown.checkout).toMatchObject({ customer_id: null, external_customer_id: `${externalId}-new` });
    await confirm(stack, unknown.path);
    await untilStatus(stack, unknown.path, 'succeeded');
    const { customer_id } = (
      await stack.send('GET', `/checkouts/${unknown.checkout.id}`, { as: seller.owner })
    ).body;
    const made = await stack.send('GET', `/customers/${customer_id}`, { as: seller.owner });
    expect(made.body.external_id).toBe(`${externalId}-new`);
  });

  it('asks a known customer for no more than anybody: what is known of their address presets nothing', async () => {
    const seller = await makeSeller(stack);
    const address = { line1: '1 A Street', line2: null, city: 'Berlin', state: null, country: 'DE' };
    const customer = await makeCustomer(stack, {
      organizationId: seller.organizationId,
      billingAddress: { ...address, postalCode: '10115' },
    });
    const { checkout } = await openCheckout(stack, { seller, body: { customer_id: customer.id } });
    expect(checkout).toMatchObject({
      customer_billing_address: { ...address, postal_code: '10115' },
      require_billing_address: false,
      customer_billing_address_fields: { country: true, line1: false, city: false },
    });
    const preset = await openCheckout(stack, {
      seller,
      body: { customer_id: customer.id, customer_billing_address: { country: 'DE', city: 'Bonn' } },
    });
    expect(preset.checkout.require_billing_address).toBe(true);
  });

  it('refuses what cannot be sold, beside the field', async () => {
    const seller = await makeSeller(stack);
    const other = await makeSeller(stack);
    const { organizationId } = seller;
    const archived = await makeProduct(stack, { organizationId, isArchived: true });
    const good = await makeProduct(stack, { organizationId });
    const refused: [object, (string | number)[]][] = [
      [{ products: [archived.id] }, ['body', 'products', 0]],
      [{ products: [good.id, uuidv7()] }, ['body', 'products', 1]],
      [{ products: [good.id, (await makeProduct(stack, other)).id] }, ['body', 'products', 1]],
      [{ product_id: uuidv7() }, ['body', 'product_id']],
      [{ product_price_id: uuidv7() }, ['body', 'product_price_id']],
      [{ products: [good.id], customer_id: uuidv7() }, ['body', 'customer_id']],
      [{ products: [good.id], subscription_id: uuidv7() }, ['body', 'subscription_id']],
      [{ products: [good.id], discount_id: uuidv7() }, ['body', 'discount_id']],
      [{ products: [good.id], customer_tax_id: 'DE1' }, ['body', 'customer_billing_address']],
      [{ products: [] }, ['body', 'products']],
      [{}, ['body', 'products']],
    ];
    for (const [body, loc] of refused) {
      const reply = await stack.send('POST', '/checkouts/', { as: seller.owner, body });
      expect([body, reply.status, reply.body.detail?.[0]?.loc]).toEqual([body, 422, loc]);
    }
  });
});

describe('a visitor', () => {
  it('opens a checkout of one product without any right', async () => {
    const seller = await makeSeller(stack);
    const product = await makeProduct(stack, { organizationId: seller.organizationId });
    const reply = await stack.send('POST', '/checkouts/client/', {
      body: { product_id: product.id, customer_email: 'visitor@example.com' },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      customer_email: 'visitor@example.com',
      customer_ip_address: '203.0.113.7',
      organization: { id: seller.organizationId, name: 'Acme' },
    });
    expect((await stack.send('POST', '/checkouts/client/', { body: { product_id: uuidv7() } })).status).toBe(
      422,
    );
    const archived = await makeProduct(stack, { organizationId: seller.organizationId, isArchived: true });
    expect(
      (await stack.send('POST', '/checkouts/client/', { body: { product_id: archived.id } })).status,
    ).toBe(422);
  });
});

describe('ids in capitals', () => {
  it('are the same ids, in paths, bodies and filters', async () => {
    const seller = await makeSeller(stack);
    const as = seller.owner;
    const capitals = (await makeProduct(stack, { organizationId: seller.organizationId })).id.toUpperCase();
    expect((await stack.send('GET', `/products/${capitals}`, { as })).status).toBe(200);
    const made = await stack.send('POST', '/checkouts/', { as, body: { products: [capitals] } });
    expect(made.status).toBe(201);
    const path = `/checkouts/client/${made.body.client_secret}`;
    expect((await stack.send('PATCH', path, { body: { product_id: capitals } })).status).toBe(200);
    for (const filter of [
      `product_id=${capitals}`,
      `organization_id=${seller.organizationId.toUpperCase()}`,
    ]) {
      const list = await stack.send('GET', `/checkouts/?${filter}`, { as });
      expect(list.body.items).toMatchObject([{ id: made.body.id }]);
    }
  });
});

describe('listing checkouts', () => {
  it('filters, finds, sorts and pages', async () => {
    const seller = await makeSeller(stack);
    const email = freshEmail();
    const first = await openCheckout(stack, { seller, body: { customer_email: email } });
    const second = await openCheckout(stack, { seller, body: { customer_name: '100%_sure' } });
    await confirm(stack, second.path, details(freshEmail()));
    await untilStatus(stack, second.path, 'succeeded');
    const list = async (query: string) =>
      (await stack.send('GET', `/checkouts/?${query}`, { as: seller.owner })).body.items.map(
        ({ id }: { id: string }) => id,
      );
    const [a, b] = [first.checkout.id, second.checkout.id];
    expect(await list('status=open')).toEqual([a]);
    expect(await list('status=open&status=succeeded&sorting=status')).toEqual([a, b]);
    expect(await list(`product_id=${first.product.id}`)).toEqual([a]);
    expect(await list(`query=${email.slice(0, 14).toUpperCase()}`)).toContain(a);
    expect(await list('query=%25_')).toEqual([]);
    expect(await list('sorting=-status&limit=1')).toEqual([b]);
    expect(await list('page=2&limit=1&sorting=created_at')).toHaveLength(1);
    expect((await stack.send('GET', '/checkouts/?sorting=nonsense', { as: seller.owner })).status).toBe(422);
  });
});
