import { orderUpdated } from '@tessera/proto/events/billing';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../test/factories.ts';
import { buy, confirm, freshEmail, openCheckout, untilStatus } from '../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
let once: Awaited<ReturnType<typeof buy>>;
let monthly: Awaited<ReturnType<typeof buy>>;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  once = await buy(stack, {
    seller,
    product: { name: 'Alpha', price: { priceAmount: 5000 } },
    body: { metadata: { plan: 'pro', seats: 3 } },
  });
  stack.clock.advance(60);
  monthly = await buy(stack, {
    seller,
    product: { name: 'Beta', recurringInterval: 'month' },
    body: { metadata: { plan: 'free' } },
  });
});
afterAll(() => stack.stop());

const list = async (path: string): Promise<string[]> => {
  const { status, body, text } = await stack.send('GET', path, { as: seller.owner });
  if (status !== 200) throw new Error(text);
  return body.items.map(({ id }: { id: string }) => id);
};

describe('listing orders', () => {
  it('filters by each of its keys', async () => {
    const [a, b] = [once.order.id, monthly.order.id];
    expect(await list('/orders/')).toEqual([b, a]);
    expect(await list(`/orders/?product_id=${once.product.id}`)).toEqual([a]);
    expect(await list('/orders/?product_billing_type=one_time')).toEqual([a]);
    expect(await list('/orders/?product_billing_type=recurring')).toEqual([b]);
    expect(await list('/orders/?product_billing_type=recurring&product_billing_type=one_time')).toEqual([
      b,
      a,
    ]);
    expect(await list(`/orders/?customer_id=${monthly.order.customer_id}`)).toEqual([b]);
    expect(await list(`/orders/?checkout_id=${once.checkout.id}&checkout_id=${monthly.checkout.id}`)).toEqual(
      [b, a],
    );
    expect(await list(`/orders/?subscription_id=${monthly.order.subscription_id}`)).toEqual([b]);
    expect(await list('/orders/?metadata[plan]=pro')).toEqual([a]);
    expect(await list('/orders/?metadata[plan]=pro&metadata[plan]=free')).toEqual([b, a]);
    expect(await list('/orders/?metadata[seats]=3')).toEqual([a]);
    expect(await list(`/orders/?discount_id=${once.order.id}`)).toEqual([]);
  });

  it('finds what the dashboard narrows it to', async () => {
    const [a, b] = [once.order.id, monthly.order.id];
    expect(await list('/orders/?query=alph')).toEqual([a]);
    expect(await list(`/orders/?query=${encodeURIComponent(monthly.order.customer.email)}`)).toEqual([b]);
    expect(await list(`/orders/?query=${once.order.invoice_number}`)).toEqual([a]);
    expect(await list('/orders/?query=100%25')).toEqual([]);
    expect(await list('/orders/?status=paid')).toEqual([b, a]);
    expect(await list('/orders/?status=pending&status=refunded')).toEqual([]);
    expect(await list(`/orders/?created_after=${encodeURIComponent(monthly.order.created_at)}`)).toEqual([b]);
    expect(await list(`/orders/?created_before=${encodeURIComponent(monthly.order.created_at)}`)).toEqual([
      a,
    ]);
    const { total_amount: total } = once.order;
    expect(await list(`/orders/?min_amount=${total}&max_amount=${total}`)).toEqual([a]);
    expect(await list(`/orders/?min_amount=${total + 1}`)).not.toContain(a);
  });

  it.each([
    'status=void',
    'created_after=yesterday',
    'created_after=0000-01-01T00:00:00Z',
    'created_before=9999-12-31T23:00:00-02:00',
    'created_before=2026-01-01',
    'min_amount=-1',
    'max_amount=3000000000',
    'max_amount=1.5',
  ])('refuses %s', async (filter) => {
    const { status, body } = await stack.send('GET', `/orders/?${filter}`, { as: seller.owner });
    expect([status, body.detail?.[0]?.loc?.[0]]).toEqual([422, 'query']);
  });

  it('sorts by every criterion both ways', async () => {
    for (const criterion of [
      'created_at',
      'amount',
      'net_amount',
      'customer',
      'product',
      'discount',
      'subscription',
    ])
      for (const sign of ['', '-'])
        expect(await list(`/orders/?sorting=${sign}${criterion}`)).toHaveLength(2);
    const [a, b] = [once.order.id, monthly.order.id];
    expect(await list('/orders/?sorting=product')).toEqual([a, b]);
    expect(await list('/orders/?sorting=-product')).toEqual([b, a]);
    expect(await list('/orders/?sorting=net_amount')).toEqual([b, a]);
  });

  it('pages', async () => {
    const { body } = await stack.send('GET', '/orders/?limit=1&page=2', { as: seller.owner });
    expect(body.items).toMatchObject([{ id: once.order.id }]);
    expect(body.pagination).toEqual({ total_count: 2, max_page: 2 });
  });
});

describe('an order by itself', () => {
  const taxIdOf = async (id: string) =>
    (await stack.send('GET', `/orders/${id}`, { as: seller.owner })).body.billing_tax_id;
  const known = async () => {
    const { body } = await stack.send('POST', '/customers/', {
      as: seller.owner,
      body: {
        email: freshEmail(),
        organization_id: seller.organizationId,
        billing_address: { country: 'DE' },
        tax_id: ['DE136695976', 'eu_vat'],
      },
    });
    return body as { id: string; email: string };
  };
  const business = { customer_billing_address: { country: 'FR' }, customer_tax_id: 'FR40303265045' };

  it('has the tax id that was entered at its checkout, as its invoice, or that of its customer', async () => {
    expect(await taxIdOf(once.order.id)).toBeNull();
    const { id: customer_id } = await known();
    const bought = await buy(stack, { seller, body: { customer_id } });
    expect(await taxIdOf(bought.order.id)).toEqual(['DE136695976', 'eu_vat']);
    const entered = await buy(stack, { seller, body: { ...business, customer_id } });
    expect(await taxIdOf(entered.order.id)).toEqual(['FR40303265045', 'eu_vat']);
    const { body } = await stack.send('GET', `/orders/?customer_id=${customer_id}`, { as: seller.owner });
    for (const order of body.items) expect(order.billing_tax_id).toEqual(await taxIdOf(order.id));
    expect(body.items).toHaveLength(2);
  });

  it('has none of a customer whose e-mail address a buyer has typed', async () => {
    const { id, email } = await known();
    const { checkout, path } = await openCheckout(stack, { seller });
    await confirm(stack, path, { customer_email: email });
    await untilStatus(stack, path, 'succeeded');
    const { body } = await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, { as: seller.owner });
    const [order] = body.items as { id: string; customer_id: string }[];
    expect(order?.customer_id).toBe(id);
    expect(await taxIdOf(order?.id ?? '')).toBeNull();
    expect(order).toMatchObject({ billing_tax_id: null });
  });
});

describe('correcting the billing details of an order', () => {
  it('changes both, and tells partners', async () => {
    const path = `/orders/${once.order.id}`;
    const body = {
      billing_name: 'Acme',
      billing_address: { country: 'US', state: 'ca', line1: '1 Main St' },
    };
    const reply = await stack.send('PATCH', path, { as: seller.owner, body });
    expect(reply.body).toMatchObject({
      billing_name: 'Acme',
      billing_address: { state: 'US-CA', city: null },
    });
    const emitted = await stack.events.next(
      orderUpdated,
      ({ orderId, snapshot }) => orderId === once.order.id && snapshot.includes('"billing_name":"Acme"'),
    );
    expect(JSON.parse(emitted.snapshot)).toEqual(reply.body);
    const half = await stack.send('PATCH', path, { as: seller.owner, body: { billing_name: 'Acme' } });
    expect(half.body.detail).toMatchObject([{ loc: ['body', 'billing_address'], type: 'missing' }]);
  });

  it.each([
    [' Acme Ltd ', 'Acme Ltd'],
    ['  ', null],
  ])('takes the name %j as %j, as a checkout does', async (billing_name, kept) => {
    const body = { billing_name, billing_address: { country: 'FR' } };
    const reply = await stack.send('PATCH', `/orders/${once.order.id}`, { as: seller.owner, body });
    expect([reply.status, reply.body.billing_name]).toEqual([200, kept]);
  });
});

describe('listing subscriptions', () => {
  it('filters and sorts by each of its keys', async () => {
    const id = monthly.order.subscription_id;
    const found = [
      '',
      'active=true',
      `product_id=${monthly.product.id}`,
      `customer_id=${monthly.order.customer_id}`,
      'metadata[plan]=free',
    ];
    for (const query of found) expect(await list(`/subscriptions/?${query}`)).toEqual([id]);
    for (const query of ['active=false', `product_id=${once.product.id}`, 'metadata[plan]=pro'])
      expect(await list(`/subscriptions/?${query}`)).toEqual([]);
    for (const criterion of [
      'customer',
      'status',
      'started_at',
      'current_period_end',
      'amount',
      'product',
      'discount',
    ])
      for (const sign of ['', '-'])
        expect(await list(`/subscriptions/?sorting=${sign}${criterion}`)).toEqual([id]);
  });

  it('finds letters of customer and product, and states', async () => {
    const id = monthly.order.subscription_id;
    expect(await list('/subscriptions/?query=bet')).toEqual([id]);
    expect(await list('/subscriptions/?query=alpha')).toEqual([]);
    expect(await list('/subscriptions/?status=active')).toEqual([id]);
    expect(await list('/subscriptions/?status=canceled&status=unpaid')).toEqual([]);
  });
});
