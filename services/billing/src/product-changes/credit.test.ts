import { withActor } from '@tessera/kit/actor';
import { orderUpdated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeDiscount,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { customerOf } from '../../test/portal.ts';
import { details, untilStatus } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { addToBalance } from '../customers/balance.ts';
import { endDueSubscriptions } from '../endings/subscription.ts';
import { completeRefund } from '../refunds/complete.ts';
import { createRefund } from '../refunds/create.ts';
import { findRefund } from '../refunds/entity.ts';

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
const change = (id: string, productId: string, prorationBehavior = 'invoice') =>
  people.send('PATCH', `/subscriptions/${id}`, {
    product_id: productId,
    proration_behavior: prorationBehavior,
  });
/** What a customer has to their credit. */
const creditOf = async (customerId: string): Promise<number> => {
  const rows = await stack.db.query('SELECT amount FROM customer_balances WHERE customer_id = $1', [
    customerId,
  ]);
  return rows[0]?.amount ?? 0;
};
/** A subscription of 100 dollars a month in the middle of a period of 30 days. */
const halfway = async (product: Partial<Parameters<typeof makeProduct>[1]> = {}, options = {}) => {
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  const sold = await people.subscribe({ price: { priceAmount: 10_000 }, ...product }, options);
  stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
  return sold;
};

describe('what a customer is credited', () => {
  const collectIn = async (country: string): Promise<void> => {
    const organization_id = seller.organizationId;
    const registered = { country, valid_from: '2026-01-01T00:00:00Z', organization_id };
    expect((await people.send('POST', '/tax-registrations', registered)).status).toBe(201);
  };
  const move = async (customerId: string, billing_address: object): Promise<void> => {
    const as = customerOf(seller, customerId);
    const moved = await stack.send('PATCH', '/customer-portal/customers/me', {
      as,
      body: { billing_address },
    });
    expect(moved.status).toBe(200);
  };
  const refund = async (order_id: string, amount: number) =>
    expect(
      (await people.send('POST', '/refunds/', { order_id, amount, reason: 'customer_request' })).status,
    ).toBe(200);

  const america = {
    country: 'US',
    state: 'US-NY',
    postal_code: '10001',
    city: 'New York',
    line1: '1 Main St',
  };

  it('holds no more tax than was paid, and the charge that of the place it is made in', async () => {
    await collectIn('HU');
    const { id, customerId, order } = await halfway();
    expect(order.tax_amount).toBe(0);
    await move(customerId, { country: 'HU' });
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    expect(await people.ordered(id, 2)).toMatchObject({ net_amount: -4500, tax_amount: 135 });
    expect(await creditOf(customerId)).toBe(4365);
  });

  it('has its tax in the breakdown, also after an order that came to less than nothing', async () => {
    await collectIn('FR');
    const { id } = await halfway();
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    expect(await people.ordered(id, 2)).toMatchObject({
      tax_amount: -900,
      tax_breakdown: [{ country: 'FR', percentage: '20', amount: -900 }],
    });
    expect((await change(id, (await offer(20_000)).id)).status).toBe(200);
    expect(await people.ordered(id, 3)).toMatchObject({
      net_amount: 9500,
      tax_amount: 1900,
      tax_breakdown: [{ country: 'FR', percentage: '20', amount: 1900 }],
    });
  });

  it('holds the tax that was paid where a customer has moved to a place without', async () => {
    await collectIn('FR');
    const { id, customerId, order } = await halfway();
    expect(order.tax_amount).toBe(2000);
    await move(customerId, america);
    const { body: preview } = await people.send('POST', `/subscriptions/${id}/preview`, {
      product_id: (await offer(1000)).id,
      proration_behavior: 'invoice',
    });
    expect(preview.invoice).toMatchObject({ tax_amount: -1000, total_amount: -5500 });
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    expect(await people.ordered(id, 2)).toMatchObject({
      net_amount: -4500,
      tax_amount: -1000,
      tax_breakdown: [{ country: 'FR', percentage: '20', amount: -1000 }],
      items: [{ amount: -5000 }, { amount: 500 }],
    });
    expect(await creditOf(customerId)).toBe(5500);
  });

  it('is refunded as far as it was charged where the returned tax has paid the rest', async () => {
    await collectIn('FR');
    const { id, customerId } = await halfway();
    await move(customerId, america);
    expect((await change(id, (await offer(20_000)).id)).status).toBe(200);
    const order = await people.ordered(id, 2);
    expect(order).toMatchObject({ net_amount: 5000, tax_amount: -1000, total_amount: 4000 });
    const back = (amount: number) =>
      people.send('POST', '/refunds/', { order_id: order.id, amount, reason: 'customer_request' });
    expect((await back(4001)).body.error).toBe('RefundAmountTooHigh');
    expect((await back(1500)).body).toMatchObject({ amount: 1500, tax_amount: 0 });
    expect((await back(2500)).body).toMatchObject({ amount: 2500, tax_amount: 0 });
    expect(await people.get(`/orders/${order.id}`)).toMatchObject({
      status: 'refunded',
      refunded_amount: 4000,
    });
  });

  it.each([
    // 100.00 and 20 % for a month; then 200.00 a month, or 1000.00 a year, and 27 %.
    ['at once', 20_000, 'month', 'invoice', { net_amount: 5000, tax_amount: 2700 - 1000 }],
    [
      'with the next order',
      20_000,
      'month',
      'prorate',
      { net_amount: 25_000, tax_amount: 5400 + 2700 - 1000 },
    ],
    ['with a new period', 100_000, 'year', 'invoice', { net_amount: 95_000, tax_amount: 27_000 - 1000 }],
  ] as const)(
    'has its own tax beside that of a charge elsewhere, %s',
    async (_when, priceAmount, recurringInterval, how, told) => {
      for (const country of ['FR', 'HU']) await collectIn(country);
      const { id, customerId } = await halfway();
      await move(customerId, { country: 'HU' });
      expect((await change(id, (await offer(priceAmount, { recurringInterval })).id, how)).status).toBe(200);
      if (how === 'prorate') await people.moveTo('2026-05-01T00:00:00.000Z');
      expect(await people.ordered(id, 2)).toMatchObject({
        ...told,
        tax_breakdown: [
          { country: 'HU', percentage: '27', amount: told.tax_amount + 1000 },
          { country: 'FR', percentage: '20', amount: -1000 },
        ],
      });
      if (recurringInterval === 'year' || how === 'prorate') return;
      // The rest of 200.00, charged at 27 %, less that of 10.00.
      expect((await change(id, (await offer(1000)).id)).status).toBe(200);
      expect(await people.ordered(id, 3)).toMatchObject({ net_amount: -9500, tax_amount: -2565 });
    },
  );

  it('holds the tax of what is charged with it where that was tried for a while only', async () => {
    for (const country of ['FR', 'HU']) await collectIn(country);
    const { id, customerId, product } = await halfway();
    expect((await change(id, (await offer(100_000)).id, 'prorate')).status).toBe(200);
    expect((await change(id, product.id, 'prorate')).status).toBe(200);
    await move(customerId, { country: 'HU' });
    const { body: next } = await people.send('GET', `/subscriptions/${id}/upcoming`);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    // Of 100.00 at 20 % half is returned and charged again at 27 %, as the next period is.
    const told = {
      net_amount: 10_000,
      tax_amount: 2700 - 1000 + 1350,
      items: [
        { amount: 10_000, tax_amount: 2700 },
        { amount: -5000, tax_amount: -1000 },
        { amount: 50_000, tax_amount: 13_500 },
        { amount: -50_000, tax_amount: -13_500 },
        { amount: 5000, tax_amount: 1350 },
      ],
    };
    expect(next).toMatchObject(told);
    expect(await people.ordered(id, 2)).toMatchObject(told);
  });

  it('is not paid out for what still waits to be charged', async () => {
    await collectIn('FR');
    const { id, customerId, product } = await halfway();
    expect((await change(id, (await offer(100_000)).id, 'prorate')).status).toBe(200);
    const { body: preview } = await people.send('POST', `/subscriptions/${id}/preview`, {
      product_id: product.id,
      proration_behavior: 'invoice',
    });
    expect((await change(id, product.id)).status).toBe(200);
    const order = await people.ordered(id, 2);
    expect(order).toMatchObject({ net_amount: 0, tax_amount: 0 });
    expect(order.items.map((item: { amount: number }) => item.amount)).toEqual([
      -5000, 50_000, -50_000, 5000,
    ]);
    expect(preview).toMatchObject({
      invoice: { net_amount: 0, tax_amount: 0 },
      next_invoice: { net_amount: 10_000, tax_amount: 2000 },
    });
    expect(await creditOf(customerId)).toBe(0);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.ordered(id, 3)).toMatchObject({ net_amount: 10_000, tax_amount: 2000 });
  });

  it.each([
    // Half of 120.00 that were paid, tax included, less half of 12.00, which contain their tax, or to which it comes.
    ['exclusive' as const, 10_000, 'inclusive' as const, 1200, { net_amount: -4500, tax_amount: -900 }],
    ['inclusive' as const, 12_000, 'exclusive' as const, 1000, { net_amount: -4500, tax_amount: -900 }],
  ])(
    'is what was paid, from prices %s of tax to others',
    async (taxBehavior, priceAmount, to, next, told) => {
      const organization_id = seller.organizationId;
      const registered = { country: 'FR', valid_from: '2026-01-01T00:00:00Z', organization_id };
      expect((await people.send('POST', '/tax-registrations', registered)).status).toBe(201);
      const { id, customerId, order } = await halfway({ taxBehavior, price: { priceAmount } });
      expect(order).toMatchObject({ tax_amount: 2000, total_amount: 12_000 });
      expect((await change(id, (await offer(next, { taxBehavior: to })).id)).status).toBe(200);
      expect(await people.ordered(id, 2)).toMatchObject({ ...told, total_amount: -5400 });
      expect(await creditOf(customerId)).toBe(5400);
    },
  );

  describe('in the terms of another product than that of its order', () => {
    // 20 %: 100.00 come to 120.00, as do 120.00 that include their tax.
    const within = { taxBehavior: 'inclusive' as const };

    it.each(['prorate', 'invoice'])('costs nothing, there and back at one time, with `%s`', async (how) => {
      await collectIn('FR');
      const { id, customerId, product } = await halfway();
      const other = await offer(12_000, within);
      for (const { id: next } of [other, product, other, product])
        expect((await change(id, next, how)).status).toBe(200);
      expect(await creditOf(customerId)).toBe(0);
      const all = how === 'invoice' ? 6 : 2;
      await people.moveTo('2026-05-01T00:00:00.000Z');
      const told = { net_amount: 10_000, tax_amount: 2000, total_amount: 12_000, due_amount: 12_000 };
      expect(await people.ordered(id, all)).toMatchObject(told);
      expect(await people.charged(customerId)).toEqual([12_000]);
    });

    /** 100.00 for 15 days and 240.00, which include their tax, for 5; the rest is 300.00, without it. */
    const changedTwice = async () => {
      await collectIn('FR');
      const sold = await halfway();
      expect((await change(sold.id, (await offer(24_000, within)).id, 'prorate')).status).toBe(200);
      stack.clock.set(new Date('2026-04-21T00:00:00.000Z'));
      expect((await change(sold.id, (await offer(30_000)).id, 'prorate')).status).toBe(200);
      return sold;
    };
    // With tax: 60.00 back, 120.00 for a half, 80.00 of it back, 120.00 for a third; and the next month.
    const total_amount = 36_000 - 6000 + 12_000 - 8000 + 12_000;

    it('costs with its tax what it would cost alone', async () => {
      const { id } = await changedTwice();
      const { body: next } = await people.send('GET', `/subscriptions/${id}/upcoming`);
      const told = {
        ...{ net_amount: 38_333, tax_amount: 7667, total_amount },
        items: [
          { amount: 30_000 },
          { amount: -5000 },
          { amount: 10_000 },
          { amount: -6667 },
          { amount: 10_000 },
        ],
      };
      expect(next).toMatchObject(told);
      await people.moveTo('2026-05-01T00:00:00.000Z');
      expect(await people.ordered(id, 2)).toMatchObject(told);
    });

    it('costs the same on an order whose prices include their tax', async () => {
      const { id } = await changedTwice();
      expect((await change(id, (await offer(36_000, within)).id, 'next_period')).status).toBe(200);
      await people.moveTo('2026-05-01T00:00:00.000Z');
      expect(await people.ordered(id, 2)).toMatchObject({
        ...{ net_amount: 38_333, tax_amount: 7667, total_amount },
        items: [
          { amount: 36_000 },
          { amount: -6000 },
          { amount: 12_000 },
          { amount: -8000 },
          { amount: 12_000 },
        ],
      });
    });

    it('is left of what was refunded only as far as its tax allows', async () => {
      await collectIn('FR');
      const { id, order } = await halfway();
      expect((await change(id, (await offer(1200, within)).id, 'prorate')).status).toBe(200);
      await refund(order.id, 10_000);
      await people.moveTo('2026-05-01T00:00:00.000Z');
      expect(await people.ordered(id, 2)).toMatchObject({
        total_amount: 1200,
        items: [{ amount: 1200 }, { amount: -600 }, { amount: 600 }],
      });
    });

    it('is used at prices without tax, and billed with a discount by an order of prices with it', async () => {
      await collectIn('FR');
      const meter = await makeMeter(stack, { organizationId: seller.organizationId });
      const metered = (unitAmount: string, terms: object = {}) => ({
        price: {
          amountType: 'metered_unit' as const,
          meterId: meter.id,
          meter,
          unitAmount,
          priceAmount: null,
        },
        ...terms,
      });
      const half = await makeDiscount(stack, {
        ...{ organizationId: seller.organizationId, basisPoints: 5000, duration: 'forever' },
      });
      const { id, customerId } = await halfway(metered('100'), { body: { discount_id: half.id } });
      const events = Array.from({ length: 10 }, () => ({ name: 'call', customer_id: customerId }));
      const as = tokenOf(seller.organizationId, 'events:write');
      expect((await stack.send('POST', '/events/ingest', { as, body: { events } })).status).toBe(200);
      expect((await change(id, (await offer(0, metered('240', within))).id, 'prorate')).status).toBe(200);
      await people.moveTo('2026-05-01T00:00:00.000Z');
      // Ten units at a dollar, and their tax; half of both.
      expect(await people.ordered(id, 2)).toMatchObject({
        ...{ discount_amount: 600, net_amount: 500, tax_amount: 100, total_amount: 600 },
        items: [{ amount: 0 }, { amount: 1200 }],
      });
    });
  });

  it('is nothing of a period whose money went back', async () => {
    const { id, customerId, order } = await halfway();
    const refunded = await people.send('POST', '/refunds/', {
      order_id: order.id,
      amount: 10_000,
      reason: 'customer_request',
    });
    expect(refunded.status).toBe(200);
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    expect(await creditOf(customerId)).toBe(0);
  });

  it('goes with money that is paid back later, as far as that had been credited', async () => {
    const { id, customerId, order } = await halfway();
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    expect(await creditOf(customerId)).toBe(4500);
    // Of 100 dollars 55 were used up or are still in use.
    await refund(order.id, 5500);
    expect(await creditOf(customerId)).toBe(4500);
    await refund(order.id, 1000);
    expect(await creditOf(customerId)).toBe(3500);
    await refund(order.id, 3500);
    expect(await creditOf(customerId)).toBe(0);
    const [wallet] = await people.get(`/wallets/?customer_id=${customerId}`).then(({ items }) => items);
    const { items } = await people.get(`/wallets/${wallet.id}/transactions`);
    expect(items).toMatchObject([
      { amount: -3500, reason: 'refunded', order_id: order.id },
      { amount: -1000, reason: 'refunded', order_id: order.id },
      { amount: 4500, reason: 'credited' },
    ]);
    // Whoever sums up what orders came to finds that nothing was credited.
    const credited = await people.ordered(id, 2);
    expect(credited).toMatchObject({ status: 'paid', net_amount: -4500, refunded_amount: -4500 });
    const told = await stack.events.next(
      orderUpdated,
      ({ orderId, change: what, snapshot }) =>
        orderId === credited.id && what === 'credit_taken' && JSON.parse(snapshot).refunded_amount === -4500,
    );
    expect(JSON.parse(told.snapshot)).toMatchObject({ status: 'paid' });
  });

  it('goes with all of a period’s money where orders of it are refunded at once', async () => {
    const { id, customerId, order } = await halfway();
    expect((await change(id, (await offer(20_000)).id)).status).toBe(200);
    const dearer = await people.ordered(id, 2);
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    expect(await creditOf(customerId)).toBeGreaterThan(0);
    const by = seller.owner;
    const all = [order, dearer].map(({ id: orderId, net_amount: amount }) =>
      withActor(by, () =>
        createRefund(stack.billing, by, { orderId, reason: 'other', amount, revokeBenefits: false }),
      ),
    );
    await Promise.all(all);
    expect(await creditOf(customerId)).toBe(0);
    const credited = await people.ordered(id, 3);
    expect(credited.refunded_amount).toBe(credited.net_amount);
  });

  it('goes with its tax, also where another interval began a period of its own', async () => {
    const registered = {
      country: 'FR',
      valid_from: '2026-01-01T00:00:00Z',
      organization_id: seller.organizationId,
    };
    expect((await people.send('POST', '/tax-registrations', registered)).status).toBe(201);
    const { id, customerId, order } = await halfway({ recurringInterval: 'year' });
    expect(order.total_amount).toBe(12_000);
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    const changed = await people.ordered(id, 2);
    expect(await creditOf(customerId)).toBe(0 - changed.total_amount);
    await refund(order.id, 10_000);
    expect(await creditOf(customerId)).toBe(0);
    expect(await people.ordered(id, 2)).toMatchObject({
      refunded_amount: changed.net_amount,
      refunded_tax_amount: changed.tax_amount,
    });
  });

  it('comes back when the bank sends the money back, and is not more than was taken', async () => {
    const { id, customerId, order } = await halfway();
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    await refund(order.id, 10_000);
    expect(await creditOf(customerId)).toBe(0);
    const [{ id: refundId }] = (await people.get(`/refunds/?order_id=${order.id}`)).items;
    const row = await findRefund(stack.db.manager, refundId);
    if (!row) throw new Error('there is no refund');
    await completeRefund(stack.billing, row, { status: 'failed', processorId: null });
    expect(await creditOf(customerId)).toBe(4500);
    expect(await people.ordered(id, 2)).toMatchObject({ refunded_amount: 0 });
  });

  it('is only what is left of it, and none of other subscriptions whose money stays', async () => {
    const { id, customerId, order } = await halfway();
    expect((await change(id, (await offer(1000)).id)).status).toBe(200);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await creditOf(customerId)).toBe(3500);
    await refund(order.id, 10_000);
    expect(await creditOf(customerId)).toBe(0);
    const other = await halfway();
    await stack.db.transaction((em) =>
      addToBalance(
        em,
        { customerId: other.customerId, currency: 'usd', organizationId: seller.organizationId },
        {
          amount: 700,
          at: stack.clock.now(),
        },
      ),
    );
    await refund(other.order.id, 10_000);
    expect(await creditOf(other.customerId)).toBe(700);
  });

  it('does not wait for the next order where its money is paid back before that', async () => {
    const { id, order } = await halfway();
    expect((await change(id, (await offer(1000)).id, 'prorate')).status).toBe(200);
    await refund(order.id, 10_000);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    // What was left of the dear product and of the cheap one come to nothing.
    expect(await people.ordered(id, 2)).toMatchObject({
      total_amount: 1000,
      items: [{ amount: 1000 }, { amount: -500 }, { amount: 500 }],
    });
  });

  it('has the tax that was paid, also where the period began with a discount and a credit', async () => {
    stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
    const registered = { country: 'FR', organization_id: seller.organizationId };
    expect((await people.send('POST', '/tax-registrations', registered)).status).toBe(201);
    const { id } = await people.subscribe({ price: { priceAmount: 3500 } });
    const half = await makeDiscount(stack, {
      organizationId: seller.organizationId,
      basisPoints: 5000,
      duration: 'forever',
    });
    expect((await change(id, (await offer(2000)).id, 'prorate')).status).toBe(200);
    await people.send('PATCH', `/subscriptions/${id}`, { discount_id: half.id });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    const { net_amount, tax_amount, items } = await people.ordered(id, 2);
    expect([net_amount, tax_amount]).toEqual([-500, -100]);
    expect(items.map((item: { tax_amount: number }) => item.tax_amount)).toEqual([200, -700, 400]);
    stack.clock.set(new Date('2026-05-16T12:00:00.000Z'));
    expect((await change(id, (await offer(100)).id)).status).toBe(200);
    expect(await people.ordered(id, 3)).toMatchObject({ net_amount: -475, tax_amount: -95 });
  });

  it('that waits outlives the period, where a checkout begins another one', async () => {
    const free = await offer(0, { price: { amountType: 'free', priceAmount: null } });
    const upgraded = async () => {
      const sold = await halfway();
      expect((await change(sold.id, free.id, 'prorate')).status).toBe(200);
      stack.clock.set(new Date('2026-04-17T00:00:00.000Z'));
      const { body: checkout } = await people.send('POST', '/checkouts/', {
        products: [(await offer(1000)).id],
        subscription_id: sold.id,
      });
      const path = `/checkouts/client/${checkout.client_secret}`;
      const { customer_email: _known, ...paid } = details('');
      const body = { ...paid, confirmation_token_id: 'tok_success' };
      expect((await stack.send('POST', `${path}/confirm`, { body })).status).toBe(200);
      await untilStatus(stack, path, 'succeeded');
      return sold;
    };
    const [one, other] = [await upgraded(), await upgraded()];
    // What is paid back of the former period is not credited as well.
    await refund(other.order.id, 7000);
    await people.moveTo('2026-05-17T00:00:00.000Z');
    expect(await people.ordered(one.id, 3)).toMatchObject({ total_amount: -4000 });
    expect(await creditOf(one.customerId)).toBe(4000);
    expect(await people.ordered(other.id, 3)).toMatchObject({ total_amount: -2000 });
  });

  it('is nothing of a period whose charge is under way, and may fail', async () => {
    const { id, customerId } = await halfway();
    await people.cards(customerId, 'fails_later');
    const small = await offer(1000);
    expect((await change(id, (await offer(100_000)).id)).status).toBe(200);
    expect((await change(id, small.id)).status).toBe(403);
    expect(await creditOf(customerId)).toBe(0);
    await people.is(id, 'past_due');
  });
});

describe('what waits for the next order', () => {
  it('is charged with the end of a subscription that has no next order', async () => {
    const { id, customerId } = await halfway();
    expect((await change(id, (await offer(100_000)).id, 'prorate')).status).toBe(200);
    expect((await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true })).status).toBe(
      200,
    );
    stack.clock.set(new Date('2026-05-01T00:00:00.000Z'));
    await endDueSubscriptions(stack.billing);
    await people.is(id, 'canceled');
    await people.renew();
    expect(await people.ordered(id, 2)).toMatchObject({ total_amount: 45_000 });
    expect(await people.charged(customerId)).toEqual([45_000]);
  });
});
