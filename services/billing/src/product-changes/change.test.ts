import { eventually } from '@tessera/kit/test/eventually';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeBenefit,
  makeDiscount,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { day, subscribersOf } from '../../test/subscribers.ts';
import { sweepPayments } from '../payments/settlement.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
});
afterAll(() => stack.stop());

const offer = (priceAmount: number, changes: Partial<Parameters<typeof makeProduct>[1]> = {}) =>
  makeProduct(stack, {
    organizationId: seller.organizationId,
    name: `At ${priceAmount}`,
    recurringInterval: 'month',
    price: { priceAmount },
    ...changes,
  });
const change = (id: string, productId: string, prorationBehavior?: string) =>
  people.send('PATCH', `/subscriptions/${id}`, {
    product_id: productId,
    ...(prorationBehavior && { proration_behavior: prorationBehavior }),
  });
const preview = (id: string, productId: string, prorationBehavior: string) =>
  people.send('POST', `/subscriptions/${id}/preview`, {
    product_id: productId,
    proration_behavior: prorationBehavior,
  });
const about = (id: string): string[] =>
  stack.events.about(id).map((subject) => subject.replace(/^billing\.\w+\./, ''));

/** A subscription of 10 dollars a month in the middle of a period of 30 days. */
const halfway = async (product: Partial<Parameters<typeof makeProduct>[1]> = {}, options = {}) => {
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  const sold = await people.subscribe(product, options);
  stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
  return sold;
};

describe('another product within the period', () => {
  it('is charged at once with `invoice`, for what is left of the period', async () => {
    const { id, customerId, subscription } = await halfway();
    const better = await offer(3000);
    const { status, body } = await change(id, better.id, 'invoice');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      status: 'active',
      product_id: better.id,
      product: { id: better.id },
      amount: 3000,
      prices: [{ price_amount: 3000 }],
      current_period_start: subscription.current_period_start,
      current_period_end: '2026-05-01T00:00:00.000Z',
    });
    const order = await people.ordered(id, 2);
    expect(order).toMatchObject({
      billing_reason: 'subscription_update',
      product_id: better.id,
      subtotal_amount: 1000,
      total_amount: 1000,
      due_amount: 1000,
      applied_balance_amount: 0,
      items: [
        { label: 'Unused time on A product', amount: -500, proration: true },
        { label: 'Remaining time on At 3000', amount: 1500, proration: true },
      ],
    });
    expect(await people.charged(customerId)).toEqual([1000]);
    await eventually(() => {
      expect(about(id)).toEqual(['created', 'active', 'updated']);
      expect(about(order.id)).toEqual(['created', 'updated', 'paid']);
    });
    // The subscription first: whoever gets the order knows what it is for.
    expect(stack.events.about(id, order.id).slice(2, 4)).toEqual([
      'billing.subscription.updated',
      'billing.order.created',
    ]);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.ordered(id, 3)).toMatchObject({
      total_amount: 3000,
      billing_reason: 'subscription_cycle',
    });
  });

  it('waits for the next order with `prorate`, which is the default', async () => {
    const { id, customerId } = await halfway();
    const better = await offer(3000);
    expect((await change(id, better.id)).status).toBe(200);
    expect(await people.orders(id)).toHaveLength(1);
    expect(await people.charged(customerId)).toEqual([]);
    expect(await people.get(`/subscriptions/${id}/upcoming`)).toMatchObject({
      date: '2026-05-01T00:00:00.000Z',
      due_amount: 4000,
    });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.ordered(id, 2)).toMatchObject({
      billing_reason: 'subscription_cycle',
      total_amount: 4000,
      items: [
        { label: 'At 3000', amount: 3000, proration: false },
        { amount: -500, proration: true },
        { amount: 1500, proration: true },
      ],
    });
    await people.moveTo('2026-06-01T00:00:00.000Z');
    expect(await people.ordered(id, 3)).toMatchObject({ total_amount: 3000 });
    expect(await people.charged(customerId)).toEqual([4000, 3000]);
  });

  it('follows what the organization says where the request does not', async () => {
    const asked = await makeSeller(stack, {
      subscriptionSettings: {
        allowMultipleSubscriptions: false,
        allowCustomerUpdates: true,
        prorationBehavior: 'invoice',
        preventTrialAbuse: false,
        benefitRevocationGracePeriod: 0,
        failedPaymentOutcome: null,
      },
    });
    seller = asked;
    people = subscribersOf(stack, seller);
    const { id, customerId } = await halfway();
    await change(id, (await offer(3000)).id);
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([1000]);
  });

  it('for less is to the customer’s credit, which pays what comes next', async () => {
    const { id, customerId } = await halfway({ price: { priceAmount: 6000 } });
    await change(id, (await offer(1000)).id, 'invoice');
    expect(await people.ordered(id, 2)).toMatchObject({
      total_amount: -2500,
      applied_balance_amount: 2500,
      due_amount: 0,
      paid: true,
    });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.moveTo('2026-06-01T00:00:00.000Z');
    await people.moveTo('2026-07-01T00:00:00.000Z');
    await people.ordered(id, 5);
    const orders = (await people.orders(id)).slice(2);
    expect(orders.map((it: { due_amount: number }) => it.due_amount)).toEqual([0, 0, 500]);
    expect(await people.charged(customerId)).toEqual([500]);
    const [{ id: paidByCredit }] = orders;
    const refund = { order_id: paidByCredit, reason: 'other', amount: 1 };
    expect((await people.send('POST', '/refunds/', refund)).body.error).toBe('RefundAmountTooHigh');
  });

  it('for next to nothing is not charged, but comes with the next order', async () => {
    const { id, customerId } = await halfway();
    await change(id, (await offer(1060)).id, 'invoice');
    expect(await people.ordered(id, 2)).toMatchObject({ total_amount: 30, due_amount: 0, paid: true });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.ordered(id, 3)).toMatchObject({ total_amount: 1060, due_amount: 1090 });
    expect(await people.charged(customerId)).toEqual([1090]);
  });

  it('gives its benefits and takes those of the former one', async () => {
    const [kept, lost, won] = await Promise.all(
      [1, 2, 3].map(() => makeBenefit(stack, { organizationId: seller.organizationId })),
    );
    if (!kept || !lost || !won) throw new Error('three benefits');
    const { id, customerId } = await halfway({ benefits: [kept, lost] });
    await eventually(async () => expect(await people.grants(customerId)).toHaveLength(2));
    await change(id, (await offer(1000, { benefits: [kept, won] })).id);
    await eventually(async () =>
      expect((await people.grants(customerId)).toSorted()).toEqual([kept.id, won.id].toSorted()),
    );
  });

  it('counts what its own prices name', async () => {
    const meter = await makeMeter(stack, { organizationId: seller.organizationId });
    const metered = await offer(0, {
      price: { amountType: 'metered_unit', meterId: meter.id, meter, unitAmount: '1', priceAmount: null },
    });
    const { id, customerId } = await halfway();
    const { body } = await change(id, metered.id, 'invoice');
    expect(body).toMatchObject({ amount: 0, meters: [{ meter_id: meter.id, consumed_units: 0 }] });
    expect(await people.ordered(id, 2)).toMatchObject({ total_amount: -500 });
    expect(await people.charged(customerId)).toEqual([]);
  });

  it('that is the same one changes nothing', async () => {
    const { id, product, subscription } = await halfway();
    const { status, body } = await change(id, product.id, 'invoice');
    expect(status).toBe(200);
    expect(body).toEqual(subscription);
    expect(await people.orders(id)).toHaveLength(1);
  });

  it('is changed to once, by however many ask at the same time', async () => {
    const { id, customerId } = await halfway();
    const better = await offer(3000);
    const replies = await Promise.all(Array.from({ length: 6 }, () => change(id, better.id, 'invoice')));
    for (const { status } of replies) expect([200, 409]).toContain(status);
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([1000]);
  });
});

describe('another interval', () => {
  it('begins a period now, which is charged whole, less what is left of the former', async () => {
    const { id, customerId } = await halfway();
    const yearly = await offer(12_000, { recurringInterval: 'year' });
    const { body } = await change(id, yearly.id, 'prorate');
    expect(body).toMatchObject({
      recurring_interval: 'year',
      current_period_start: '2026-04-16T00:00:00.000Z',
      current_period_end: '2027-04-16T00:00:00.000Z',
    });
    expect(await people.ordered(id, 2)).toMatchObject({
      billing_reason: 'subscription_update',
      total_amount: 11_500,
      items: [
        { amount: 12_000, proration: false },
        { amount: -500, proration: true },
      ],
    });
    await people.moveTo('2027-04-16T00:00:00.000Z');
    expect(await people.ordered(id, 3)).toMatchObject({ total_amount: 12_000 });
    expect(await people.charged(customerId)).toEqual([11_500, 12_000]);
  });

  it('brings along what waited for the next order', async () => {
    const { id } = await halfway();
    await change(id, (await offer(3000)).id, 'prorate');
    await change(id, (await offer(12_000, { recurringInterval: 'year' })).id);
    // 120.00 less 15.00 of the present product, and the 10.00 that waited.
    expect(await people.ordered(id, 2)).toMatchObject({ total_amount: 11_500 });
    expect((await people.get(`/subscriptions/${id}/upcoming`)).due_amount).toBe(12_000);
  });

  it('may be changed to and back in the same instant, as often as one likes, for nothing', async () => {
    const { id, customerId, product } = await halfway();
    const yearly = await offer(12_000, { recurringInterval: 'year' });
    for (const [index, { id: next }] of [yearly, product, yearly, product].entries()) {
      expect((await change(id, next)).status).toBe(200);
      await people.ordered(id, index + 2);
    }
    // Each period that was over at once is credited whole: what is left of the first one pays half of the last.
    const orders = await people.orders(id);
    expect(orders.map((it: { total_amount: number }) => it.total_amount)).toEqual([
      1000, 11_500, -11_000, 11_000, -11_000,
    ]);
    expect(await people.charged(customerId)).toEqual([11_500]);
    expect(await people.subscription(id)).toMatchObject({
      current_period_start: '2026-04-16T00:00:00.000Z',
      current_period_end: '2026-05-16T00:00:00.000Z',
    });
    await people.moveTo('2026-05-16T00:00:00.000Z');
    expect(await people.ordered(id, 6)).toMatchObject({
      total_amount: 1000,
      due_amount: 0,
      billing_reason: 'subscription_cycle',
    });
  });

  it('may begin a period in the instant in which the renewal has begun one', async () => {
    const { id } = await halfway();
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 2);
    const yearly = await offer(12_000, { recurringInterval: 'year' });
    expect((await change(id, yearly.id)).status).toBe(200);
    expect(await people.ordered(id, 3)).toMatchObject({ total_amount: 11_000 });
  });
});

describe('what waits for the next order when a pause comes first', () => {
  const paused = async () => {
    const sold = await halfway();
    await change(sold.id, (await offer(3000)).id, 'prorate');
    await people.send('PATCH', `/subscriptions/${sold.id}`, { pause_at_period_end: true });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.is(sold.id, 'unpaid');
    expect(await people.charged(sold.customerId)).toEqual([]);
    return sold;
  };

  it('comes with the order of the period with which the subscription goes on', async () => {
    const { id, customerId } = await paused();
    const { body } = await change(id, (await offer(5000)).id, 'invoice');
    expect(body.detail).toBe('This subscription is paused. Resume it first.');
    expect((await people.send('PATCH', `/subscriptions/${id}`, { resume: true })).status).toBe(200);
    expect(await people.ordered(id, 2)).toMatchObject({ total_amount: 4000 });
    expect(await people.charged(customerId)).toEqual([4000]);
  });

  it('is charged alone when the subscription ends instead', async () => {
    const { id, customerId } = await paused();
    expect((await people.send('DELETE', `/subscriptions/${id}`)).status).toBe(200);
    expect(await people.ordered(id, 2)).toMatchObject({ total_amount: 1000 });
    expect(await people.charged(customerId)).toEqual([1000]);
  });
});

describe('what is free', () => {
  it('goes over to something paid with a card that was kept, and without one not at all', async () => {
    const { id, subscription } = await halfway({ price: { amountType: 'free' } });
    const paid = await offer(1000);
    const refused = await change(id, paid.id, 'invoice');
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatchObject([{ loc: ['body', 'product_id'] }]);
    expect(await people.subscription(id)).toEqual(subscription);
  });

  it('credits what is left of something paid', async () => {
    const { id } = await halfway();
    const free = await offer(0, { price: { amountType: 'free', priceAmount: null } });
    await change(id, free.id, 'invoice');
    expect(await people.ordered(id, 2)).toMatchObject({ total_amount: -500, applied_balance_amount: 500 });
    const back = await change(id, (await offer(1000)).id, 'invoice');
    expect(back.status).toBe(200);
    expect(await people.ordered(id, 3)).toMatchObject({ total_amount: 500, due_amount: 0 });
  });
});

describe('the discount of the subscription', () => {
  const discounted = async (values: object) => {
    const discount = await makeDiscount(stack, {
      organizationId: seller.organizationId,
      duration: 'forever',
      basisPoints: 5000,
      ...values,
    });
    return { discount, ...(await halfway({}, { body: { discount_id: discount.id } })) };
  };

  it('is kept by a product that it applies to, and is inside of what is prorated', async () => {
    const { id, discount } = await discounted({});
    const { body } = await change(id, (await offer(3000)).id, 'invoice');
    expect(body).toMatchObject({ amount: 1500, discount_id: discount.id });
    expect(await people.ordered(id, 2)).toMatchObject({
      items: [{ amount: -250 }, { amount: 750 }],
      discount: { id: discount.id },
      discount_amount: 0,
      total_amount: 500,
    });
  });

  it('is dropped by a product that it does not apply to', async () => {
    const { id, product, discount } = await discounted({});
    await stack.db.query(
      'INSERT INTO discount_products (discount_id, product_id, position) VALUES ($1, $2, 0)',
      [discount.id, product.id],
    );
    const { body } = await change(id, (await offer(3000)).id, 'invoice');
    expect(body).toMatchObject({ amount: 3000, discount_id: null, discount: null });
    expect(await people.ordered(id, 2)).toMatchObject({
      items: [{ amount: -250 }, { amount: 1500 }],
      discount: null,
    });
  });

  it('is still on the period that was paid with it, once it is taken away or another one is given', async () => {
    const { id: another } = await makeDiscount(stack, {
      organizationId: seller.organizationId,
      duration: 'forever',
      basisPoints: 1000,
    });
    for (const discountId of [null, another]) {
      const { id } = await discounted({});
      const given = await people.send('PATCH', `/subscriptions/${id}`, { discount_id: discountId });
      expect([given.status, given.body.discount_id]).toEqual([200, discountId]);
      const { id: better } = await offer(3000);
      const { body: seen } = await preview(id, better, 'invoice');
      await change(id, better, 'invoice');
      const order = await people.ordered(id, 2);
      expect(order).toMatchObject({ items: [{ amount: -250 }, { amount: 750 }], total_amount: 500 });
      expect(seen.invoice.total_amount).toBe(order.total_amount);
      await people.moveTo('2026-05-01T00:00:00.000Z');
      expect(await people.ordered(id, 3)).toMatchObject({ total_amount: discountId ? 2700 : 3000 });
    }
  });

  it('that holds for later periods only takes nothing off what is prorated', async () => {
    const { id } = await halfway();
    const { id: discountId } = await makeDiscount(stack, { organizationId: seller.organizationId });
    await people.send('PATCH', `/subscriptions/${id}`, { discount_id: discountId });
    await change(id, (await offer(3000)).id, 'invoice');
    expect(await people.ordered(id, 2)).toMatchObject({
      items: [{ amount: -500 }, { amount: 1500 }],
      discount: null,
    });
  });
});

describe('a change that cannot be charged', () => {
  it('is made; the subscription is past due until it is paid', async () => {
    const { id, customerId } = await halfway();
    await people.cards(customerId, 'declined');
    const better = await offer(3000);
    const { body } = await change(id, better.id, 'invoice');
    expect(body).toMatchObject({ status: 'past_due', product_id: better.id });
    await people.ordered(id, 2, 'pending');
    const again = await change(id, (await offer(5000)).id, 'invoice');
    expect(again.body).toEqual({
      error: 'AlreadyCanceledSubscription',
      detail: 'This subscription has an overdue payment. It can be changed once that is paid.',
    });
    await people.cards(customerId, 'success');
    await people.moveTo(new Date('2026-04-18T00:00:00.000Z'));
    await people.ordered(id, 2);
    await eventually(async () => expect((await people.subscription(id)).status).toBe('active'));
    expect(await people.charged(customerId)).toEqual([1000]);
  });

  it('because the process died is charged once, by the sweeper', async () => {
    const { id, customerId } = await halfway();
    const { payments } = stack.billing;
    stack.billing.payments = {
      ...payments,
      chargeSaved: async (request) => {
        await payments.chargeSaved(request);
        throw new Error('the process died');
      },
    };
    await change(id, (await offer(3000)).id, 'invoice');
    stack.billing.payments = payments;
    await sweepPayments(stack.billing, 0);
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([1000]);
  });
});

describe('a change that cannot be', () => {
  it('names no product that fits', async () => {
    const { id, subscription } = await halfway();
    const other = await makeSeller(stack);
    const wrong = [
      uuidv7(),
      (await makeProduct(stack, { organizationId: other.organizationId, recurringInterval: 'month' })).id,
      (await offer(1000, { recurringInterval: null })).id,
      (await offer(1000, { isArchived: true })).id,
      (await offer(0, { price: { amountType: 'custom', priceAmount: null } })).id,
    ];
    for (const productId of wrong)
      for (const reply of [await change(id, productId), await preview(id, productId, 'invoice')]) {
        expect(reply.status).toBe(422);
        expect(reply.body.detail).toMatchObject([{ loc: ['body', 'product_id'] }]);
      }
    expect(await people.subscription(id)).toEqual(subscription);
  });

  it('is of a subscription that ends, or has ended', async () => {
    const { id } = await halfway();
    const better = await offer(3000);
    await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
    expect((await change(id, better.id)).status).toBe(403);
    await people.send('DELETE', `/subscriptions/${id}`);
    const { status, body } = await change(id, better.id);
    expect([status, body.error]).toEqual([403, 'AlreadyCanceledSubscription']);
    expect((await people.get(`/subscriptions/${id}/upcoming`)).error).toBe('AlreadyCanceledSubscription');
  });

  it('is asked for by who may not', async () => {
    const { id } = await halfway();
    const better = await offer(3000);
    const stranger = await makeSeller(stack);
    const ask = (as: Parameters<typeof stack.send>[2] extends infer O ? NonNullable<O> : never) =>
      stack.send('PATCH', `/subscriptions/${id}`, { ...as, body: { product_id: better.id } });
    expect((await ask({ as: stranger.owner })).status).toBe(404);
    expect((await ask({ as: seller.member })).status).toBe(403);
    expect((await ask({ as: tokenOf(seller.organizationId, 'subscriptions:read') })).status).toBe(403);
    const looking = tokenOf(stranger.organizationId, 'subscriptions:read');
    expect((await stack.send('GET', `/subscriptions/${id}/upcoming`, { as: looking })).status).toBe(404);
    const previewed = await stack.send('POST', `/subscriptions/${id}/preview`, {
      as: stranger.owner,
      body: { product_id: better.id },
    });
    expect(previewed.status).toBe(404);
  });
});

describe('the preview of a change', () => {
  it('charges nothing', async () => {
    const { id, customerId, subscription } = await halfway();
    const { body, status } = await preview(id, (await offer(3000)).id, 'invoice');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      amount: 3000,
      invoice: { due_amount: 1000, items: [{ amount: -500 }, { amount: 1500 }] },
      next_invoice: { date: '2026-05-01T00:00:00.000Z', due_amount: 3000 },
    });
    expect(await people.subscription(id)).toEqual(subscription);
    expect(await people.charged(customerId)).toEqual([]);
  });

  it('is what the change then does, whatever is changed to whatever, and when', async () => {
    const products = await Promise.all([
      offer(700),
      offer(4999),
      offer(12_345, { recurringInterval: 'year' }),
      offer(0, { price: { amountType: 'free', priceAmount: null } }),
    ]);
    stack.clock.set(new Date('2026-01-31T10:00:00.000Z'));
    const { id } = await people.subscribe();
    // A fixed walk through all pairs, at times that fit no whole day.
    const steps = [1, 0, 2, 1, 3, 2, 0, 3, 1, 2, 3, 0];
    let time = stack.clock.now().getTime();
    for (const [index, step] of steps.entries()) {
      time += 3 * day + 12_345_678 * index;
      await people.moveTo(time);
      const product = products[step];
      if (!product) throw new Error('a product');
      const behavior = index % 2 ? 'prorate' : 'invoice';
      const before = (await people.orders(id)).length;
      const { body: said } = await preview(id, product.id, behavior);
      const { body: done } = await change(id, product.id, behavior);
      expect(done.amount).toBe(said.amount);
      expect(done.current_period_end).toBe(said.current_period_end);
      expect((await people.get(`/subscriptions/${id}/upcoming`)).due_amount).toBe(
        said.next_invoice.due_amount,
      );
      const orders = await people.orders(id);
      expect(orders).toHaveLength(before + (said.invoice ? 1 : 0));
      if (said.invoice) expect(orders.at(-1).due_amount).toBe(said.invoice.due_amount);
    }
  });
});
