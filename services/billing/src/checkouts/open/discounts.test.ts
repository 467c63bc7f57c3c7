import {
  type BillingStack,
  makeDiscount,
  makeMeter,
  makeProduct,
  makeSeller,
  startBilling,
} from '../../../test/factories.ts';
import { confirm, freshEmail, openCheckout, untilStatus } from '../../../test/purchases.ts';
import { DiscountCodeEntity, DiscountProductEntity } from '../../catalog/discounts/entity.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const totals = (body: Record<string, unknown>) =>
  ['amount', 'discount_amount', 'net_amount', 'tax_amount', 'total_amount'].map((key) => body[key]);
const refusal = (reply: { status: number; body: { detail?: { loc: unknown }[] } }) => [
  reply.status,
  reply.body.detail?.[0]?.loc,
];
const shop = async () => {
  const seller = await makeSeller(stack);
  return { seller, organizationId: seller.organizationId };
};
/** A checkout of several products of one seller. */
const openOf = async (
  seller: Awaited<ReturnType<typeof makeSeller>>,
  products: string[],
  body: object = {},
) => {
  const reply = await stack.send('POST', '/checkouts/', { as: seller.owner, body: { products, ...body } });
  if (reply.status !== 201) throw new Error(reply.text);
  return { checkout: reply.body, path: `/checkouts/client/${reply.body.client_secret}` };
};

describe('a discount that the seller presets', () => {
  it('is taken off, shown, changed and taken away again', async () => {
    const { seller, organizationId } = await shop();
    const half = await makeDiscount(stack, { organizationId, basisPoints: 5000, code: 'HALF', name: 'Half' });
    const fixed = await makeDiscount(stack, { organizationId, type: 'fixed', amount: 300, currency: 'usd' });
    const { checkout } = await openCheckout(stack, {
      seller,
      body: { discount_id: half.id, customer_billing_address: { country: 'FR' } },
    });
    expect(totals(checkout)).toEqual([1000, 500, 500, 0, 500]);
    expect(checkout.discount_id).toBe(half.id);
    expect(checkout.discount).toEqual({
      id: half.id,
      name: 'Half',
      code: 'HALF',
      type: 'percentage',
      duration: 'once',
      basis_points: 5000,
    });
    const change = (body: object) =>
      stack.send('PATCH', `/checkouts/${checkout.id}`, { as: seller.owner, body });
    const changed = await change({ discount_id: fixed.id });
    expect(totals(changed.body)).toEqual([1000, 300, 700, 0, 700]);
    expect(changed.body.discount).toMatchObject({ type: 'fixed', amount: 300, currency: 'usd' });
    expect(totals((await change({ metadata: {} })).body)).toEqual([1000, 300, 700, 0, 700]);
    const removed = await change({ discount_id: null });
    expect([...totals(removed.body), removed.body.discount, removed.body.discount_id]).toEqual([
      1000,
      0,
      1000,
      0,
      1000,
      null,
      null,
    ]);
  });

  it('must exist, be the seller’s own, be on, and be for the product', async () => {
    const { seller, organizationId } = await shop();
    const product = await makeProduct(stack, { organizationId });
    const other = await makeProduct(stack, { organizationId });
    const stranger = await makeSeller(stack);
    const past = new Date(stack.clock.now().getTime() - 1);
    const forOther = await makeDiscount(stack, { organizationId });
    await stack.db.manager.insert(DiscountProductEntity, {
      discountId: forOther.id,
      productId: other.id,
      position: 0,
    });
    const refused = [
      product.id,
      (await makeDiscount(stack, { organizationId: stranger.organizationId })).id,
      (await makeDiscount(stack, { organizationId, deletedAt: past })).id,
      (await makeDiscount(stack, { organizationId, endsAt: past })).id,
      (await makeDiscount(stack, { organizationId, duration: 'repeating', durationInMonths: 3 })).id,
      forOther.id,
    ];
    for (const discount_id of refused) {
      const body = { products: [product.id], discount_id };
      const reply = await stack.send('POST', '/checkouts/', { as: seller.owner, body });
      expect(refusal(reply)).toEqual([422, ['body', 'discount_id']]);
    }
    const { checkout } = await openOf(seller, [other.id], { discount_id: forOther.id });
    expect(checkout.discount_amount).toBe(200);
  });
});

describe('a code that a customer enters', () => {
  it('is found whatever its case, and can be taken away', async () => {
    const { seller, organizationId } = await shop();
    await makeDiscount(stack, { organizationId, code: 'Summer20' });
    const { path } = await openCheckout(stack, { seller });
    const entered = await stack.send('PATCH', path, { body: { discount_code: ' sUMMER20 ' } });
    expect(totals(entered.body)).toEqual([1000, 200, 800, null, 800]);
    expect(entered.body.discount.code).toBe('Summer20');
    for (const discount_code of [null, '']) {
      await stack.send('PATCH', path, { body: { discount_code: 'SUMMER20' } });
      const removed = await stack.send('PATCH', path, { body: { discount_code } });
      expect([removed.body.discount_amount, removed.body.discount]).toEqual([0, null]);
    }
  });

  it('is refused where nobody knows it, and where codes are not accepted', async () => {
    const { seller, organizationId } = await shop();
    await makeDiscount(stack, { organizationId, code: 'SUMMER20' });
    const open = await openCheckout(stack, { seller });
    const wrong = await stack.send('PATCH', open.path, { body: { discount_code: 'WINTER20' } });
    expect(refusal(wrong)).toEqual([422, ['body', 'discount_code']]);
    const closed = await openCheckout(stack, { seller, body: { allow_discount_codes: false } });
    const known = await stack.send('PATCH', closed.path, { body: { discount_code: 'SUMMER20' } });
    expect(refusal(known)).toEqual([422, ['body', 'discount_code']]);
  });

  it('does nothing for what is free', async () => {
    const { seller, organizationId } = await shop();
    await makeDiscount(stack, { organizationId, code: 'SUMMER20' });
    const { path, checkout } = await openCheckout(stack, {
      seller,
      product: { price: { amountType: 'free' } },
    });
    expect(checkout.is_discount_applicable).toBe(false);
    const reply = await stack.send('PATCH', path, { body: { discount_code: 'SUMMER20' } });
    expect(refusal(reply)).toEqual([422, ['body', 'discount_code']]);
  });

  it('follows the amount that the customer chooses', async () => {
    const { seller, organizationId } = await shop();
    await makeDiscount(stack, { organizationId, code: 'TENTH', basisPoints: 1000 });
    const { path } = await openCheckout(stack, {
      seller,
      product: { price: { amountType: 'custom', presetAmount: 2000 } },
    });
    const patch = async (body: object) =>
      totals((await stack.send('PATCH', path, { body })).body).slice(0, 3);
    expect(await patch({ discount_code: 'TENTH' })).toEqual([2000, 200, 1800]);
    expect(await patch({ amount: 555 })).toEqual([555, 56, 499]);
    expect(await patch({ amount: 5000, discount_code: null })).toEqual([5000, 0, 5000]);
  });

  it('may be one of many, each of which is good once', async () => {
    const { seller, organizationId } = await shop();
    const discount = await makeDiscount(stack, { organizationId });
    const code = { organizationId, discountId: discount.id, createdAt: new Date(), code: 'ONLYONCE1' };
    await stack.db.manager.insert(DiscountCodeEntity, { ...code, id: discount.id });
    const first = await openCheckout(stack, { seller });
    const second = await openCheckout(stack, { seller });
    const enter = (path: string) => stack.send('PATCH', path, { body: { discount_code: 'onlyonce1' } });
    for (const { path } of [first, second])
      expect((await enter(path)).body.discount).toMatchObject({ id: discount.id, code: 'ONLYONCE1' });
    expect((await confirm(stack, first.path)).status).toBe(200);
    const late = await confirm(stack, second.path);
    expect([...refusal(late), late.body.detail[0].msg]).toEqual([
      422,
      ['body', 'discount_id'],
      'Discount is no longer redeemable.',
    ]);
    const third = await openCheckout(stack, { seller });
    expect(refusal(await enter(third.path))).toEqual([422, ['body', 'discount_code']]);
  });
});

describe('switching the product', () => {
  it('keeps a discount that is for the other one too, and drops one that is not', async () => {
    const { seller, organizationId } = await shop();
    const once = await makeProduct(stack, { organizationId });
    const dearer = await makeProduct(stack, { organizationId, price: { priceAmount: 3000 } });
    const monthly = await makeProduct(stack, { organizationId, recurringInterval: 'month' });
    await makeDiscount(stack, { organizationId, code: 'ALL' });
    await makeDiscount(stack, { organizationId, code: 'MONTHS', duration: 'repeating', durationInMonths: 2 });
    const { path } = await openOf(seller, [once.id, dearer.id, monthly.id]);
    const patch = async (body: object) => (await stack.send('PATCH', path, { body })).body;
    await patch({ discount_code: 'ALL' });
    expect(totals(await patch({ product_id: dearer.id })).slice(0, 3)).toEqual([3000, 600, 2400]);
    await patch({ product_id: monthly.id, discount_code: 'MONTHS' });
    const back = await patch({ product_id: once.id });
    expect([...totals(back).slice(0, 3), back.discount]).toEqual([1000, 0, 1000, null]);
  });
});

describe('a discount of everything', () => {
  it('needs no payment for what is sold once', async () => {
    const { seller, organizationId } = await shop();
    await makeDiscount(stack, { organizationId, code: 'GIFT', basisPoints: 10_000 });
    const { path, checkout } = await openCheckout(stack, { seller });
    const { body } = await stack.send('PATCH', path, { body: { discount_code: 'GIFT' } });
    expect([body.total_amount, body.is_payment_required, body.is_payment_form_required]).toEqual([
      0,
      false,
      false,
    ]);
    const reply = await stack.send('POST', `${path}/confirm`, { body: { customer_email: freshEmail() } });
    expect(reply.status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const orders = await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, { as: seller.owner });
    expect(orders.body.items[0]).toMatchObject({
      status: 'paid',
      subtotal_amount: 1000,
      discount_amount: 1000,
      total_amount: 0,
      discount: { code: 'GIFT', redemptions_count: 1 },
    });
  });

  it('still needs a card for what recurs, which is kept without a charge', async () => {
    const { seller, organizationId } = await shop();
    const gift = await makeDiscount(stack, { organizationId, basisPoints: 10_000 });
    const { path, checkout } = await openCheckout(stack, {
      seller,
      product: { recurringInterval: 'month' },
      body: { discount_id: gift.id },
    });
    expect([checkout.is_payment_required, checkout.is_payment_setup_required]).toEqual([false, true]);
    const without = await confirm(stack, path, { confirmation_token_id: null });
    expect(refusal(without)).toEqual([422, ['body', 'confirmation_token_id']]);
    expect((await confirm(stack, path, { confirmation_token_id: 'tok_declined' })).status).toBe(400);
    expect((await confirm(stack, path)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const charges = await stack.db.query(
      'SELECT amount, is_setup, status FROM sandbox_charges WHERE idempotency_key = $1',
      [`${checkout.id}:2`],
    );
    expect(charges).toEqual([{ amount: 0, is_setup: true, status: 'succeeded' }]);
    const kept = await stack.db.query(
      `SELECT payment_method_id IS NOT NULL AS kept FROM payments WHERE checkout_id = $1 AND status = 'succeeded'`,
      [checkout.id],
    );
    expect(kept).toEqual([{ kept: true }]);
    const list = await stack.send('GET', `/subscriptions/?discount_id=${gift.id}`, { as: seller.owner });
    expect(list.body.items[0]).toMatchObject({ amount: 0, discount_id: gift.id, discount: { id: gift.id } });
  });
});

describe('metered prices', () => {
  it('cost nothing at the checkout, need a card, and are counted from zero', async () => {
    const { seller, organizationId } = await shop();
    const meter = await makeMeter(stack, { organizationId });
    const { path, checkout } = await openCheckout(stack, {
      seller,
      product: {
        recurringInterval: 'month',
        price: { amountType: 'metered_unit', meterId: meter.id, meter, unitAmount: '0.25', capAmount: 900 },
      },
    });
    expect([
      checkout.total_amount,
      checkout.is_payment_form_required,
      checkout.is_discount_applicable,
    ]).toEqual([0, true, true]);
    expect(checkout.product_price).toMatchObject({
      amount_type: 'metered_unit',
      unit_amount: '0.25',
      cap_amount: 900,
      meter: { id: meter.id, name: meter.name },
    });
    expect((await confirm(stack, path)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const { body } = await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, { as: seller.owner });
    expect(body.items[0]).toMatchObject({ status: 'paid', total_amount: 0 });
    const { subscription_id: id, customer_id: customerId } = body.items[0];
    const subscription = await stack.send('GET', `/subscriptions/${id}`, { as: seller.owner });
    expect(subscription.body.prices).toMatchObject([{ amount_type: 'metered_unit', unit_amount: '0.25' }]);
    expect(subscription.body.meters).toMatchObject([
      { consumed_units: 0, credited_units: 0, amount: 0, meter_id: meter.id, meter: { name: meter.name } },
    ]);
    const state = await stack.send('GET', `/customers/${customerId}/state`, { as: seller.owner });
    expect(state.body.active_subscriptions[0].meters).toMatchObject([{ meter_id: meter.id, amount: 0 }]);
    expect(state.body.active_subscriptions[0].meters[0]).not.toHaveProperty('meter');
  });
});
