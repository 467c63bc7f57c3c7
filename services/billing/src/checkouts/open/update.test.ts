import { checkoutUpdated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeMeter,
  makeProduct,
  makeSeller,
  startBilling,
} from '../../../test/factories.ts';
import { buy, confirm, openCheckout, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const custom = { price: { amountType: 'custom' as const, minimumAmount: 500, presetAmount: 900 } };

describe('changing a checkout', () => {
  it('switches among its products and starts from the new price', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const monthly = await makeProduct(stack, {
      organizationId,
      recurringInterval: 'month',
      price: { priceAmount: 700 },
    });
    const named = await makeProduct(stack, { organizationId, ...custom });
    const stranger = await makeProduct(stack, { organizationId });
    const created = await stack.send('POST', '/checkouts/', {
      as: seller.owner,
      body: { products: [named.id, monthly.id], amount: 2000 },
    });
    const path = `/checkouts/client/${created.body.client_secret}`;
    const change = (body: object) => stack.send('PATCH', path, { body });
    expect((await change({ product_id: monthly.id })).body).toMatchObject({
      product_id: monthly.id,
      amount: 700,
      is_payment_setup_required: true,
    });
    expect((await change({ amount: 60 })).body.amount).toBe(700);
    expect((await change({ product_price_id: named.prices[0]?.id })).body).toMatchObject({
      product_id: named.id,
      amount: 900,
    });
    expect((await change({ product_id: stranger.id })).status).toBe(422);
    expect((await change({ product_id: monthly.id, product_price_id: named.prices[0]?.id })).status).toBe(
      422,
    );
  });

  it('keeps a trial for the product that recurs, while another one is chosen', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const once = await makeProduct(stack, { organizationId });
    const monthly = await makeProduct(stack, { organizationId, recurringInterval: 'month' });
    const trial = { trial_interval: 'day', trial_interval_count: 7 };
    const { status, body } = await stack.send('POST', '/checkouts/', {
      as: seller.owner,
      body: { products: [once.id, monthly.id], ...trial },
    });
    const asked = { trial_end: null, active_trial_interval: null, is_payment_required: true };
    expect([status, body]).toMatchObject([201, { ...trial, ...asked, is_payment_setup_required: false }]);
    const switched = await stack.send('PATCH', `/checkouts/client/${body.client_secret}`, {
      body: { product_id: monthly.id },
    });
    expect(switched.body).toMatchObject({
      trial_end: '2026-01-22T12:00:00.000Z',
      active_trial_interval_count: 7,
      is_payment_required: false,
      is_payment_setup_required: true,
    });
  });

  it('leaves alone what is absent and clears what is null', async () => {
    const { path, checkout } = await openCheckout(stack);
    const change = (body: object) => stack.send('PATCH', path, { body });
    await change({
      customer_name: 'Grace',
      customer_billing_address: { country: 'DE' },
      customer_tax_id: 'DE 136695976',
    });
    const kept = await change({ customer_billing_name: 'Acme' });
    expect(kept.body).toMatchObject({
      customer_name: 'Grace',
      customer_billing_name: 'Acme',
      customer_tax_id: 'DE136695976',
      tax_amount: 0,
      customer_billing_address: { country: 'DE', city: null },
    });
    expect((await change({ customer_name: null })).body.customer_name).toBeNull();
    expect((await change({ customer_billing_address: null })).body).toMatchObject({
      customer_tax_id: null,
      tax_amount: null,
    });
    await stack.events.next(checkoutUpdated, ({ checkoutId }) => checkoutId === checkout.id);
  });

  it('refuses a discount code that does not exist', async () => {
    const { path } = await openCheckout(stack);
    const reply = await stack.send('PATCH', path, { body: { discount_code: 'SUMMER' } });
    expect(reply.body.detail[0].loc).toEqual(['body', 'discount_code']);
    expect((await stack.send('PATCH', path, { body: { discount_code: '' } })).status).toBe(200);
  });

  it('lets its seller set what customers may not', async () => {
    const { checkout, seller } = await openCheckout(stack);
    const reply = await stack.send('PATCH', `/checkouts/${checkout.id}`, {
      as: seller.owner,
      body: {
        metadata: { a: 'b' },
        success_url: 'https://x.example/{CHECKOUT_ID}',
        require_billing_address: true,
      },
    });
    expect(reply.body).toMatchObject({
      metadata: { a: 'b' },
      success_url: `https://x.example/${checkout.id}`,
    });
    expect(reply.body.customer_billing_address_fields.line1).toBe(true);
  });

  it('is refused once it was paid, and once it has expired', async () => {
    const sold = await buy(stack);
    const as = sold.seller.owner;
    const late = await openCheckout(stack, { seller: sold.seller });
    await stack.db.query('UPDATE checkouts SET expires_at = $2 WHERE id = $1', [
      late.checkout.id,
      stack.clock.now(),
    ]);
    for (const id of [sold.checkout.id, late.checkout.id]) {
      const reply = await stack.send('PATCH', `/checkouts/${id}`, { as, body: { metadata: {} } });
      expect([reply.status, reply.body.error]).toEqual([403, 'NotOpenCheckout']);
    }
    const changed = await stack.send('PATCH', sold.path, { body: { customer_name: 'Late' } });
    expect([changed.status, changed.body.error]).toEqual([403, 'NotOpenCheckout']);
    expect((await stack.send('GET', `/checkouts/${late.checkout.id}`, { as })).body.status).toBe('expired');
  });
});

describe('a metered price beside what is due at once', () => {
  it.each([
    ['fixed', { price_amount: 700 }, 700],
    ['custom', { minimum_amount: 600 }, 1000],
  ])('is sold with the %s price, whichever is named', async (amount_type, amounts, amount) => {
    const { organizationId, owner: as } = await makeSeller(stack);
    const meter = await makeMeter(stack, { organizationId });
    const metered = { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: '5' };
    const { body: product } = await stack.send('POST', '/products/', {
      as,
      body: {
        name: 'Plan',
        organization_id: organizationId,
        recurring_interval: 'month',
        prices: [metered, { amount_type, ...amounts }].map((price) => ({ ...price, price_currency: 'usd' })),
      },
    });
    const [usage, due] = product.prices.map(({ id }: { id: string }) => id);
    const sold = { product_price_id: due, amount, total_amount: amount, is_payment_required: true };
    const created = await stack.send('POST', '/checkouts/', { as, body: { product_price_id: usage } });
    expect([created.status, created.body]).toEqual([201, expect.objectContaining(sold)]);
    const path = `/checkouts/client/${created.body.client_secret}`;
    const changed = await stack.send('PATCH', path, { body: { product_price_id: usage } });
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(sold)]);
    const confirmed = await confirm(stack, path, { product_price_id: usage });
    expect([confirmed.status, confirmed.body.amount]).toEqual([200, amount]);
    await untilStatus(stack, path, 'succeeded');
    const subscriptions = await stack.send('GET', '/subscriptions/', { as });
    expect(subscriptions.body.items).toMatchObject([{ amount, product_id: product.id }]);
  });
});

describe('an archived price', () => {
  it('is still shown at its checkouts, and no longer sold', async () => {
    const { path, product } = await openCheckout(stack);
    await stack.db.query('UPDATE product_prices SET is_archived = true WHERE product_id = $1', [product.id]);
    expect((await stack.send('GET', path)).body.product_price.price_amount).toBe(1000);
    const reply = await confirm(stack, path);
    expect(reply.body.detail).toMatchObject([{ loc: ['body', 'product_price_id'] }]);
  });
});
