/** What customers use is charged: with the next period, at the end, at the prices that were agreed. */
import { eventually } from '@tessera/kit/test/eventually';
import { benefitGrantCycled, usageAlertReached } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import type { MeterRow } from '../catalog/meters/entity.ts';
import type { FullPrice } from '../catalog/products/view.ts';
import { endDueSubscriptions } from '../endings/subscription.ts';
import { creditMeters } from '../usage/credits/credits.ts';
import { renewDue } from './worker.ts';

let stack: BillingStack;
let seller: Seller;
let sub: ReturnType<typeof subscribersOf>;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  stack.clock.set(new Date('2026-01-15T12:00:00Z'));
  seller = await makeSeller(stack);
  sub = subscribersOf(stack, seller);
});
afterAll(() => stack.stop());

const owner = () => ({ organizationId: seller.organizationId });
const meterOf = (aggregation: MeterRow['aggregation'] = { func: 'count' }, name = 'API calls') =>
  makeMeter(stack, { ...owner(), aggregation, name });
const metered = (meter: MeterRow, price: Partial<FullPrice> = {}): { price: Partial<FullPrice> } => ({
  price: { amountType: 'metered_unit', meterId: meter.id, meter, unitAmount: '2.5', ...price },
});
const use = async (customerId: string, metadata: object[]): Promise<void> => {
  const events = metadata.map((one) => ({ name: 'call', customer_id: customerId, metadata: one }));
  const as = tokenOf(seller.organizationId, 'events:write');
  const { status, text } = await stack.send('POST', '/events/ingest', { as, body: { events } });
  if (status !== 200) throw new Error(text);
};
/** Until all that was sent is counted. */
const count = () =>
  eventually(async () => {
    const [{ waiting }] = await stack.db.query('SELECT count(*)::int AS waiting FROM usage_batches');
    expect(waiting).toBe(0);
  });
const usedOf = async (id: string) =>
  (await sub.subscription(id)).meters.map(
    (it: { consumed_units: number; credited_units: number; amount: number }) => [
      it.consumed_units,
      it.credited_units,
      it.amount,
    ],
  );
const linesOf = (order: { items: { label: string; amount: number }[] }) =>
  order.items.map(({ label, amount }) => [label, amount]);
const balanceOf = async (customerId: string) => {
  const { items } = await sub.get(`/customer-meters/?customer_id=${customerId}`);
  return items.map((it: { consumed_units: number; credited_units: number; balance: number }) => [
    it.consumed_units,
    it.credited_units,
    it.balance,
  ]);
};
/** A discount of half the price, unless its terms say otherwise. */
const discountOf = async (terms: object): Promise<string> => {
  const { body } = await sub.send('POST', '/discounts/', {
    ...{ name: 'Less', type: 'percentage', basis_points: 5000, duration: 'forever' },
    ...terms,
    organization_id: seller.organizationId,
  });
  return body.id;
};
/** The meter alone, at the price of a dollar for each unit, for a year. */
const yearlyOf = (meter: MeterRow) =>
  makeProduct(stack, {
    ...{ organizationId: seller.organizationId, recurringInterval: 'year' },
    ...metered(meter, { unitAmount: '100' }),
  });
type Ends = { isWithin?: boolean; isLater?: boolean };

describe('units of a period', () => {
  it('are shown as they come, and charged with the next period', async () => {
    const meter = await meterOf();
    const { id, customerId, subscription } = await sub.subscribe(metered(meter, { unitAmount: '2.5' }));
    expect(subscription.amount).toBe(0);
    await use(customerId, [{}, {}, {}]);
    await count();
    expect(await usedOf(id)).toEqual([[3, 0, 8]]);
    const { active_subscriptions } = await sub.get(`/customers/${customerId}/state`);
    expect(active_subscriptions[0].meters).toMatchObject([
      { meter_id: meter.id, consumed_units: 3, amount: 8 },
    ]);
    const upcoming = await sub.get(`/subscriptions/${id}/upcoming`);
    expect(upcoming).toMatchObject({ total_amount: 8 });
    expect(linesOf(upcoming)[1]).toEqual(['API calls (3 units, at $0.025)', 8]);
    // Acknowledged, and counted by nobody yet.
    await use(
      customerId,
      Array.from({ length: 97 }, () => ({})),
    );
    await sub.moveTo(subscription.current_period_end);
    const order = await sub.ordered(id, 2);
    expect(order).toMatchObject({ billing_reason: 'subscription_cycle', total_amount: 250, paid: true });
    expect(linesOf(order)).toEqual([
      ['A product', 0],
      ['API calls (100 units, at $0.025)', 250],
    ]);
    expect(order.items[1]).toMatchObject({ proration: false, product_price_id: expect.any(String) });
    expect(await sub.charged(customerId)).toEqual([250]);
    expect([await usedOf(id), await balanceOf(customerId)]).toEqual([[[0, 0, 0]], [[0, 0, 0]]]);
    await use(customerId, [{}]);
    await sub.moveTo((await sub.subscription(id)).current_period_end);
    expect(await sub.ordered(id, 3)).toMatchObject({ total_amount: 3 });
  });

  it('are estimated to the end of the period, at the pace so far', async () => {
    const tokens = await meterOf({ func: 'sum', property: 'tokens' }, 'Tokens');
    const highest = await meterOf({ func: 'max', property: 'tokens' }, 'Highest');
    const summed = await sub.subscribe(metered(tokens, { unitAmount: '10' }));
    const capped = await sub.subscribe(metered(highest, { unitAmount: '10' }));
    const upcomingOf = ({ id }: { id: string }) => sub.get(`/subscriptions/${id}/upcoming`);
    await use(summed.customerId, [{ tokens: 20.5 }, { tokens: 9.5 }]);
    await use(capped.customerId, [{ tokens: 40 }]);
    await count();
    expect((await upcomingOf(summed)).forecast).toBeNull();
    const { current_period_start: start, current_period_end: end } = summed.subscription;
    const share = (part: number) =>
      stack.clock.set(new Date(Date.parse(start) + (Date.parse(end) - Date.parse(start)) * part));
    share(0.25);
    const projected = await upcomingOf(summed);
    expect([projected.due_amount, projected.forecast.due_amount]).toEqual([300, 1200]);
    expect(linesOf(projected.forecast)[1]).toEqual(['Tokens (120 units, at $0.10)', 1200]);
    expect(await upcomingOf(capped)).toMatchObject({ due_amount: 400, forecast: null });
    // Another price: what was used before is charged as it was, and its pace begins anew.
    const { body: dearer } = await sub.send('POST', '/products/', {
      name: 'Dearer',
      recurring_interval: 'month',
      prices: [
        { amount_type: 'metered_unit', meter_id: tokens.id, unit_amount: '20', price_currency: 'usd' },
      ],
      organization_id: seller.organizationId,
    });
    await sub.send('PATCH', `/subscriptions/${summed.id}`, { product_id: dearer.id });
    await use(summed.customerId, [{ tokens: 10 }]);
    await count();
    share(0.5);
    const { forecast } = await upcomingOf(summed);
    expect(linesOf(forecast).slice(1)).toEqual([
      ['Tokens (30 units, at $0.10)', 300],
      ['Tokens (30 units, at $0.20)', 600],
    ]);
  });

  it('reaches an alert of money in the currency that it is paid for in', async () => {
    const meter = await meterOf();
    const { customerId } = await sub.subscribe(metered(meter, { unitAmount: '10', priceCurrency: 'eur' }));
    for (const currency of ['eur', 'usd']) {
      const alert = { name: currency, meter_id: meter.id, kind: 'amount', threshold: 20, currency };
      const as = tokenOf(seller.organizationId, 'meters:write');
      expect((await stack.send('POST', '/usage-alerts/', { as, body: alert })).status).toBe(201);
    }
    await use(customerId, [{}, {}, {}]);
    await count();
    const [state] = (await sub.get(`/customers/${customerId}/state`)).active_meters;
    expect(state.alerts).toMatchObject([{ name: 'eur', currency: 'eur', threshold: 20 }]);
  });

  it('cost no more than their cap, and are charged once by however many at the same time', async () => {
    const meter = await meterOf({ func: 'sum', property: 'tokens' });
    const { id, customerId, subscription } = await sub.subscribe(
      metered(meter, { unitAmount: '0.000000000001', capAmount: 700 }),
    );
    await use(customerId, [{ tokens: 5e14 }, { tokens: 0.5 }, { tokens: 'none' }, { tokens: 1e308 }]);
    stack.clock.set(new Date(subscription.current_period_end));
    await Promise.all(Array.from({ length: 5 }, () => renewDue(stack.billing)));
    expect(await sub.ordered(id, 2)).toMatchObject({ total_amount: 700 });
    expect(await sub.charged(customerId)).toEqual([700]);
  });

  it.each([
    ['max', 9, 23],
    ['min', 1, 3],
    ['avg', 4, 10],
  ] as const)('that are the %s of the period are found once, over all of it', async (func, units, amount) => {
    const meter = await meterOf({ func, property: 'n' });
    const { id, customerId, subscription } = await sub.subscribe(metered(meter));
    await use(customerId, [{ n: 9 }, { n: 1 }]);
    await count();
    await use(customerId, [{ n: 2 }]);
    await sub.moveTo(subscription.current_period_end);
    const order = await sub.ordered(id, 2);
    const said = units === 1 ? '1 unit' : `${units} units`;
    expect(linesOf(order)[1]).toEqual([`API calls (${said}, at $0.025)`, amount]);
  });

  it('are charged with the discount of the subscription', async () => {
    const { body: discount } = await sub.send('POST', '/discounts/', {
      name: 'Half',
      type: 'percentage',
      basis_points: 5000,
      duration: 'forever',
      organization_id: seller.organizationId,
    });
    const { id, customerId, subscription } = await sub.subscribe(
      metered(await meterOf(), { unitAmount: '100' }),
      {
        body: { discount_id: discount.id },
      },
    );
    await use(customerId, [{}, {}]);
    await sub.moveTo(subscription.current_period_end);
    expect(await sub.ordered(id, 2)).toMatchObject({
      subtotal_amount: 200,
      discount_amount: 100,
      total_amount: 100,
      discount: { id: discount.id },
    });
  });

  it('leave the discount on an order where there was nothing to take it off, as on the first', async () => {
    const { body: discount } = await sub.send('POST', '/discounts/', {
      name: 'Half',
      type: 'percentage',
      basis_points: 5000,
      duration: 'forever',
      organization_id: seller.organizationId,
    });
    const { id, subscription } = await sub.subscribe(metered(await meterOf()), {
      body: { discount_id: discount.id },
    });
    await sub.moveTo(subscription.current_period_end);
    await sub.ordered(id, 2);
    const { items } = await sub.get(`/orders/?discount_id=${discount.id}`);
    expect(items).toMatchObject([
      { billing_reason: 'subscription_cycle', discount_amount: 0, discount: { id: discount.id } },
      { billing_reason: 'subscription_create', discount_amount: 0, discount: { id: discount.id } },
    ]);
  });

  it('of a trial are free, with their minimum, whether the subscription goes on or ends', async () => {
    const meter = await meterOf();
    const { price } = metered(meter, {
      unitAmount: '100',
      tariff: { unitTiers: null, packageSize: null, minimumAmount: 500 },
    });
    const week = { price, trialInterval: 'day' as const, trialIntervalCount: 7 };
    const start = async (product: object, options = {}) => {
      const sold = await sub.subscribe({ ...week, ...product }, options);
      await use(sold.customerId, [{}, {}]);
      return sold;
    };
    const kept = await start({});
    const canceled = await start({});
    const revoked = await start({});
    await count();
    expect(await usedOf(kept.id)).toEqual([[2, 0, 0]]);
    const { items } = await sub.get(`/subscriptions/${kept.id}/upcoming`);
    expect(items).toMatchObject([{ label: 'A product', amount: 0 }]);
    await sub.send('PATCH', `/subscriptions/${canceled.id}`, { cancel_at_period_end: true });
    await sub.send('DELETE', `/subscriptions/${revoked.id}`);
    await sub.moveTo(kept.subscription.current_period_end);
    await endDueSubscriptions(stack.billing);
    await sub.is(canceled.id, 'canceled');
    await sub.renew();
    expect(linesOf(await sub.ordered(kept.id, 2))).toEqual([['A product', 0]]);
    for (const { id } of [canceled, revoked]) expect(await sub.orders(id)).toHaveLength(1);
    await use(kept.customerId, [{}]);
    await count();
    expect(await usedOf(kept.id)).toEqual([[1, 0, 500]]);
    await sub.moveTo((await sub.subscription(kept.id)).current_period_end);
    expect(await sub.ordered(kept.id, 3)).toMatchObject({ total_amount: 500 });
    expect(await sub.charged(kept.customerId)).toEqual([500]);
  });

  it('are not sold without a card after a trial, unless nothing will be charged for them', async () => {
    const meter = await meterOf();
    const everything = await discountOf({ basis_points: 10_000 });
    const week = { trialInterval: 'day' as const, trialIntervalCount: 7, trialRequiresPaymentMethod: false };
    const start = (options = {}) =>
      sub.subscribe({ ...metered(meter), ...week }, { token: null, ...options });
    const cardless = await start();
    const given = await start({ body: { discount_id: everything } });
    const free = await sub.subscribe({ price: { amountType: 'free' }, ...week }, { token: null });
    const { renewals } = stack.billing;
    // There is no order that could be paid later.
    stack.billing.renewals = { ...renewals, outcome: 'unpaid' };
    try {
      await sub.moveTo(cardless.subscription.current_period_end);
    } finally {
      stack.billing.renewals = renewals;
    }
    expect(await sub.subscription(cardless.id)).toMatchObject({
      status: 'canceled',
      ended_at: cardless.subscription.current_period_end,
      ended_reason: 'trial_without_payment',
    });
    expect(await sub.orders(cardless.id)).toHaveLength(1);
    for (const { id } of [given, free])
      expect(await sub.subscription(id)).toMatchObject({ status: 'active' });
  });

  it('are charged when the subscription ends, at once or with its period', async () => {
    const meter = await meterOf();
    const first = await sub.subscribe(metered(meter, { unitAmount: '100' }));
    await use(first.customerId, [{}, {}]);
    await sub.send('DELETE', `/subscriptions/${first.id}`);
    await sub.renew();
    expect(await sub.ordered(first.id, 2)).toMatchObject({ total_amount: 200, paid: true });
    const second = await sub.subscribe(metered(meter, { unitAmount: '100' }));
    await use(second.customerId, [{}]);
    await sub.send('PATCH', `/subscriptions/${second.id}`, { cancel_at_period_end: true });
    stack.clock.set(new Date(second.subscription.current_period_end));
    await eventually(async () => {
      expect((await sub.subscription(second.id)).status).toBe('canceled');
      await sub.renew();
      expect(await sub.charged(second.customerId)).toEqual([100]);
    });
    await use(second.customerId, [{}]);
    await count();
    await sub.renew();
    expect(await sub.orders(second.id)).toHaveLength(2);
    expect(await sub.charged(first.customerId)).toEqual([200]);
  });

  it.each([
    ['that goes on for ever', { duration: 'forever' }, {}, 100],
    ['of the first order, which that has used up', { duration: 'once' }, {}, 200],
    [
      'of the first order, also where they end within its period',
      { duration: 'once' },
      { isWithin: true },
      200,
    ],
    ['of the next order, which this is', { duration: 'once' }, { isLater: true }, 100],
    ['of one month', { duration: 'repeating', duration_in_months: 1 }, {}, 200],
    ['of one month, within it', { duration: 'repeating', duration_in_months: 1 }, { isWithin: true }, 100],
    ['of two months', { duration: 'repeating', duration_in_months: 2 }, {}, 100],
  ])(
    'are charged at the end with a discount %s',
    async (_which, terms, { isWithin, isLater }: Ends, amount) => {
      const discount_id = await discountOf(terms);
      const { id, customerId, subscription } = await sub.subscribe(
        metered(await meterOf(), { unitAmount: '100' }),
        isLater ? {} : { body: { discount_id } },
      );
      await use(customerId, [{}, {}]);
      if (isLater)
        expect((await sub.send('PATCH', `/subscriptions/${id}`, { discount_id })).status).toBe(200);
      if (isWithin) stack.clock.set(new Date(Date.parse(subscription.current_period_start) + 86_400_000));
      if (isWithin) await sub.send('DELETE', `/subscriptions/${id}`);
      else await sub.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
      if (!isWithin) stack.clock.set(new Date(subscription.current_period_end));
      await sub.is(id, 'canceled');
      await sub.renew();
      expect(await sub.ordered(id, 2)).toMatchObject({ subtotal_amount: 200, total_amount: amount });
    },
  );

  it('are charged of periods, too, that were over in the instant in which they began', async () => {
    const meter = await meterOf();
    const { id, customerId, product } = await sub.subscribe(metered(meter, { unitAmount: '100' }));
    const [monthly, yearly] = [product, await yearlyOf(meter)];
    stack.clock.set(new Date('2026-01-20T12:00:00Z'));
    for (const [index, { id: next }] of [yearly, monthly].entries()) {
      await use(customerId, [{}, {}]);
      await count();
      expect((await sub.send('PATCH', `/subscriptions/${id}`, { product_id: next })).status).toBe(200);
      expect(await sub.ordered(id, index + 2)).toMatchObject({ subtotal_amount: 200 });
    }
    await use(customerId, [{}, {}, {}]);
    expect((await sub.send('DELETE', `/subscriptions/${id}`)).status).toBe(200);
    await sub.renew();
    expect(await sub.ordered(id, 4)).toMatchObject({ subtotal_amount: 300 });
    expect(await sub.charged(customerId)).toEqual([200, 200, 300]);
  });

  it('are charged without a change of plan that waited where the seller ends it within its period', async () => {
    const meter = await meterOf();
    const { id, customerId } = await sub.subscribe(metered(meter, { unitAmount: '100' }));
    await use(customerId, [{}, {}]);
    const { body: plan } = await sub.send('POST', '/products/', {
      name: 'Fixed',
      recurring_interval: 'month',
      prices: [{ amount_type: 'fixed', price_amount: 9000 }],
      organization_id: seller.organizationId,
    });
    const change = { product_id: plan.id, proration_behavior: 'prorate' };
    expect((await sub.send('PATCH', `/subscriptions/${id}`, change)).status).toBe(200);
    await sub.send('DELETE', `/subscriptions/${id}`);
    await sub.renew();
    const order = await sub.ordered(id, 2);
    expect(linesOf(order)).toEqual([['API calls (2 units, at $1)', 200]]);
    expect(await sub.charged(customerId)).toEqual([200]);
  });

  it('are charged by several orders where one does not hold them, with its period and at the end', async () => {
    const meters = await Promise.all(Array.from({ length: 23 }, () => meterOf()));
    const { id, customerId, subscription } = await sub.subscribe(metered(meters[0] as MeterRow));
    const { body: large } = await sub.send('POST', '/products/', {
      name: 'Large',
      recurring_interval: 'month',
      prices: meters.map((meter) => ({
        amount_type: 'metered_unit',
        meter_id: meter.id,
        unit_amount: 99_999_999,
      })),
      organization_id: seller.organizationId,
    });
    expect((await sub.send('PATCH', `/subscriptions/${id}`, { product_id: large.id })).status).toBe(200);
    await use(customerId, [{}]);
    await sub.moveTo(subscription.current_period_end);
    expect(await sub.ordered(id, 2)).toMatchObject({ paid: true, total_amount: 999_999_990 });
    stack.clock.set(new Date(Date.parse(subscription.current_period_end) + 60_000));
    await sub.send('DELETE', `/subscriptions/${id}`);
    await sub.renew();
    await sub.ordered(id, 4);
    expect(await sub.charged(customerId)).toEqual([999_999_990, 999_999_990, 299_999_997]);
  });

  it('that are not there are no line, and cost nothing at the end', async () => {
    const { id } = await sub.subscribe(metered(await meterOf()));
    await sub.send('DELETE', `/subscriptions/${id}`);
    await sub.renew();
    expect(await sub.orders(id)).toHaveLength(1);
  });

  it('are of the subscription that started first', async () => {
    const meter = await meterOf();
    const { id, customerId } = await sub.subscribe(metered(meter));
    await stack.db.query(
      `INSERT INTO subscription_meters (id, created_at, subscription_id, meter_id)
       SELECT gen_random_uuid(), now(), $1, $2 WHERE NOT EXISTS (SELECT 1 FROM subscription_meters WHERE subscription_id = $1)`,
      [id, meter.id],
    );
    await use(customerId, [{}]);
    await count();
    expect(await usedOf(id)).toEqual([[1, 0, 3]]);
  });
});

describe('another product in the middle of a period', () => {
  const productOf = async (meter: MeterRow, unitAmount: string) => {
    const { body, text, status } = await sub.send('POST', '/products/', {
      name: 'Dearer',
      recurring_interval: 'month',
      prices: [
        { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: unitAmount, price_currency: 'usd' },
      ],
      organization_id: seller.organizationId,
    });
    if (status !== 201) throw new Error(text);
    return body.id as string;
  };

  it.each([
    [
      { func: 'count' } as const,
      [
        ['API calls (2 units, at $1)', 200],
        ['API calls (1 unit, at $3)', 300],
      ],
    ],
    [{ func: 'max', property: 'n' } as const, [['API calls (5 units, at $3)', 1500]]],
  ])('parts what can be parted: %j', async (aggregation, lines) => {
    const meter = await meterOf(aggregation);
    const { id, customerId, subscription } = await sub.subscribe(metered(meter, { unitAmount: '100' }));
    await use(customerId, [{ n: 5 }, { n: 1 }]);
    const changed = await sub.send('PATCH', `/subscriptions/${id}`, {
      product_id: await productOf(meter, '300'),
    });
    expect([changed.status, changed.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    await use(customerId, [{ n: 2 }]);
    await sub.moveTo(subscription.current_period_end);
    const order = await sub.ordered(id, 2);
    expect(linesOf(order).slice(1)).toEqual(lines);
  });

  it('lets nobody below an alert whom the period has brought there', async () => {
    const meter = await meterOf();
    const { id, customerId, subscription } = await sub.subscribe(metered(meter, { unitAmount: '100' }));
    const credit = { ...owner(), customerId, meterId: meter.id };
    const give = (units: number, rollover: boolean) => ({ ...credit, units, rollover });
    await stack.db.transaction((em) => creditMeters(em, stack.clock.now(), [give(3, true), give(1, false)]));
    const alerts = [
      { name: 'Units', kind: 'units', threshold: 6 },
      { name: 'Money', kind: 'amount', threshold: 200, is_hard_stop: true },
      { name: 'Twice the credit', kind: 'credit_percent', threshold: 200 },
      { name: 'More', kind: 'units', threshold: 9 },
    ];
    for (const alert of alerts) {
      const body = { ...alert, meter_id: meter.id, organization_id: seller.organizationId };
      expect((await sub.send('POST', '/usage-alerts/', body)).status).toBe(201);
    }
    const reached = async () => {
      const [{ alerts: list, is_stopped }] = (await sub.get(`/customers/${customerId}/state`)).active_meters;
      return [list.map(({ name }: { name: string }) => name).toSorted(), is_stopped];
    };
    await use(customerId, [{}, {}, {}, {}, {}, {}]);
    await count();
    expect(await reached()).toEqual([['Money', 'Units'], true]);
    await sub.send('PATCH', `/subscriptions/${id}`, { product_id: await productOf(meter, '50') });
    expect(await reached()).toEqual([['Money', 'Units'], true]);
    await use(customerId, [{}, {}]);
    await count();
    expect(await reached()).toEqual([['Money', 'Twice the credit', 'Units'], true]);
    await use(customerId, [{}]);
    await count();
    expect(await reached()).toEqual([['Money', 'More', 'Twice the credit', 'Units'], true]);
    await sub.moveTo(subscription.current_period_end);
    await sub.ordered(id, 2);
    expect(await reached()).toEqual([[], false]);
  });

  it('says of credit that goes on no more to be used than there is', async () => {
    const meter = await meterOf();
    const { id, customerId } = await sub.subscribe(metered(meter, { unitAmount: '100' }));
    const give = (units: number, rollover: boolean) => ({
      ...owner(),
      customerId,
      meterId: meter.id,
      units,
      rollover,
    });
    await use(customerId, [{}, {}, {}, {}, {}]);
    await count();
    const alert = { name: 'Six tenths', kind: 'credit_percent', threshold: 60, meter_id: meter.id };
    await sub.send('POST', '/usage-alerts/', { ...alert, organization_id: seller.organizationId });
    await stack.db.transaction((em) => creditMeters(em, stack.clock.now(), [give(4, true), give(6, false)]));
    await sub.send('PATCH', `/subscriptions/${id}`, { product_id: await productOf(meter, '50') });
    const [used] = (await sub.get(`/customers/${customerId}/state`)).active_meters;
    expect([used.consumed_units, used.credited_units, used.alerts]).toEqual([0, 5, []]);
    const told = stack.events.all(usageAlertReached).filter((one) => one.customerId === customerId);
    expect(told).toEqual([]);
  });
});

describe('a fixed price after one of a meter', () => {
  const priced = async (meter: MeterRow, amount: number) => {
    const { body } = await sub.send('POST', '/products/', {
      name: 'Both',
      recurring_interval: 'month',
      prices: [
        { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: '100', price_currency: 'usd' },
        { amount_type: 'fixed', price_amount: amount, price_currency: 'usd' },
      ],
      organization_id: seller.organizationId,
    });
    const fixed = body.prices.find((it: { amount_type: string }) => it.amount_type === 'fixed');
    return { id: body.id as string, fixed: fixed.id as string };
  };

  it('is what the lines of periods and of what is left of them are for', async () => {
    const meter = await meterOf();
    const [former, wanted] = [await priced(meter, 1000), await priced(meter, 3000)];
    const { id, subscription } = await sub.subscribe();
    await sub.send('PATCH', `/subscriptions/${id}`, { product_id: former.id });
    const middle = Date.parse(subscription.current_period_start) + 86_400_000;
    stack.clock.set(new Date(middle));
    await sub.send('PATCH', `/subscriptions/${id}`, { product_id: wanted.id });
    await sub.moveTo(subscription.current_period_end);
    const { items } = await sub.ordered(id, 2);
    const pricesOf = (label: string) =>
      items
        .filter((it: { label: string }) => it.label === label)
        .map((it: { product_price_id: string }) => it.product_price_id);
    expect(pricesOf('Both')).toEqual([wanted.fixed]);
    expect(pricesOf('Unused time on Both')).toEqual([former.fixed]);
    expect(pricesOf('Remaining time on Both')).toEqual(expect.arrayContaining([former.fixed, wanted.fixed]));
  });
});

describe('credit of a benefit', () => {
  const benefitOf = async (meter: MeterRow, units: number, rollover: boolean) => {
    const { body, status, text } = await sub.send('POST', '/benefits/', {
      type: 'meter_credit',
      description: 'Calls included',
      properties: { meter_id: meter.id, units, rollover },
      organization_id: seller.organizationId,
    });
    if (status !== 201) throw new Error(text);
    expect(body.properties).toEqual({ meter_id: meter.id, units, rollover });
    return body;
  };
  const subscribeWith = async (benefit: { id: string }, product: object) => {
    const [row] = await stack.db.query('SELECT * FROM benefits WHERE id = $1', [benefit.id]);
    const sold = await sub.subscribe({
      ...product,
      benefits: [
        {
          ...row,
          organizationId: row.organization_id,
          createdAt: row.created_at,
          modifiedAt: null,
          deletedAt: null,
        },
      ],
    });
    await eventually(async () => expect(await sub.grants(sold.customerId)).toEqual([benefit.id]));
    return sold;
  };

  it('pays for units, comes again with each period, and rolls over', async () => {
    const meter = await meterOf();
    const benefit = await benefitOf(meter, 10, true);
    const { id, customerId, subscription } = await subscribeWith(
      benefit,
      metered(meter, { unitAmount: '100' }),
    );
    await use(
      customerId,
      Array.from({ length: 4 }, () => ({})),
    );
    await count();
    expect([await usedOf(id), await balanceOf(customerId)]).toEqual([[[4, 10, 0]], [[4, 10, 6]]]);
    const { granted_benefits } = await sub.get(`/customers/${customerId}/state`);
    expect(granted_benefits[0]).toMatchObject({
      benefit_type: 'meter_credit',
      properties: {
        last_credited_meter_id: meter.id,
        last_credited_units: 10,
        last_credited_at: expect.any(String),
      },
    });
    await sub.moveTo(subscription.current_period_end);
    expect(linesOf(await sub.ordered(id, 2))[1]).toEqual([
      'API calls (4 units, 4 of them credited, at $1)',
      0,
    ]);
    await eventually(async () => expect(await balanceOf(customerId)).toEqual([[0, 16, 16]]));
    await stack.events.next(benefitGrantCycled, ({ benefitId }) => benefitId === benefit.id);
    await use(
      customerId,
      Array.from({ length: 20 }, () => ({})),
    );
    await sub.moveTo((await sub.subscription(id)).current_period_end);
    expect(await sub.ordered(id, 3)).toMatchObject({ total_amount: 400 });
    await eventually(async () => expect(await balanceOf(customerId)).toEqual([[0, 10, 10]]));
    await sub.send('DELETE', `/subscriptions/${id}`);
    await eventually(async () => expect(await balanceOf(customerId)).toEqual([[0, 0, 0]]));
    const [grant] = (await sub.get(`/benefits/${benefit.id}/grants?is_granted=false`)).items;
    expect(grant.properties).toMatchObject({ last_credited_meter_id: meter.id, last_credited_units: -10 });
    await count();
    const { items } = await sub.get(
      `/events/?customer_id=${customerId}&source=system&limit=100&sorting=timestamp`,
    );
    const names = items.map(({ name }: { name: string }) => name);
    for (const name of [
      'benefit.granted',
      'benefit.cycled',
      'benefit.revoked',
      'meter.credited',
      'meter.reset',
    ])
      expect(names).toContain(name);
  });

  it('goes on where another price begins in the middle of its period', async () => {
    const meter = await meterOf();
    const benefit = await benefitOf(meter, 10, false);
    const { id, customerId, subscription } = await subscribeWith(
      benefit,
      metered(meter, { unitAmount: '100' }),
    );
    await use(customerId, [{}, {}, {}, {}]);
    const { body: dearer } = await sub.send('POST', '/products/', {
      name: 'Dearer',
      recurring_interval: 'month',
      prices: [
        { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: '300', price_currency: 'usd' },
      ],
      organization_id: seller.organizationId,
    });
    await sub.send('POST', `/products/${dearer.id}/benefits`, { benefits: [benefit.id] });
    expect((await sub.send('PATCH', `/subscriptions/${id}`, { product_id: dearer.id })).status).toBe(200);
    await use(customerId, [{}, {}, {}, {}, {}, {}, {}]);
    await count();
    expect(await balanceOf(customerId)).toEqual([[7, 6, -1]]);
    await sub.moveTo(subscription.current_period_end);
    expect(linesOf(await sub.ordered(id, 2)).slice(1)).toEqual([
      ['API calls (4 units, 4 of them credited, at $1)', 0],
      ['API calls (7 units, 6 of them credited, at $3)', 300],
    ]);
  });

  it('is not given anew by going to another plan and back within a period', async () => {
    const meter = await meterOf();
    const plan = async (units: number, unitAmount: string) => {
      const benefit = await benefitOf(meter, units, false);
      const price = { amount_type: 'metered_unit', meter_id: meter.id, unit_amount: unitAmount };
      const { body } = await sub.send('POST', '/products/', {
        name: `${units} calls`,
        recurring_interval: 'month',
        prices: [price],
        organization_id: seller.organizationId,
      });
      await sub.send('POST', `/products/${body.id}/benefits`, { benefits: [benefit.id] });
      return { id: body.id as string, grants: [benefit.id], benefit };
    };
    const large = await plan(100, '100');
    const small = await plan(10, '200');
    const { id, customerId } = await subscribeWith(large.benefit, metered(meter, { unitAmount: '150' }));
    const goTo = async ({ id: productId, grants }: { id: string; grants: string[] }) => {
      const { status, text } = await sub.send('PATCH', `/subscriptions/${id}`, { product_id: productId });
      if (status !== 200) throw new Error(text);
      await eventually(async () => expect(await sub.grants(customerId)).toEqual(grants));
    };
    await use(
      customerId,
      Array.from({ length: 60 }, () => ({})),
    );
    await goTo(small);
    expect(await balanceOf(customerId)).toEqual([[0, 0, 0]]);
    await goTo(large);
    expect([await usedOf(id), await balanceOf(customerId)]).toEqual([[[0, 40, 0]], [[0, 40, 40]]]);
    await use(
      customerId,
      Array.from({ length: 45 }, () => ({})),
    );
    await goTo(small);
    await goTo(large);
    // Five units were beyond the credit: they are charged, and owed by nobody's credit.
    expect(await balanceOf(customerId)).toEqual([[0, 0, 0]]);
    await sub.moveTo((await sub.subscription(id)).current_period_end);
    expect(await sub.ordered(id, 2)).toMatchObject({ total_amount: 500 });
    await eventually(async () => expect(await balanceOf(customerId)).toEqual([[0, 100, 100]]));
    // What was used is owed within its period alone, even where that ends while the plan knows no such meter.
    await use(
      customerId,
      Array.from({ length: 30 }, () => ({})),
    );
    const { body: plain } = await sub.send('POST', '/products/', {
      name: 'Nothing counted',
      recurring_interval: 'month',
      prices: [{ amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' }],
      organization_id: seller.organizationId,
    });
    await goTo({ id: plain.id, grants: [] });
    await sub.moveTo((await sub.subscription(id)).current_period_end);
    await sub.ordered(id, 3);
    await goTo(large);
    await eventually(async () => expect(await balanceOf(customerId)).toEqual([[0, 100, 100]]));
  });

  it('works without any price, as a quota', async () => {
    const meter = await meterOf();
    const benefit = await benefitOf(meter, 5, false);
    const { id, customerId, subscription } = await subscribeWith(benefit, {});
    await use(customerId, [{}, {}]);
    await count();
    expect(await balanceOf(customerId)).toEqual([[2, 5, 3]]);
    await sub.moveTo(subscription.current_period_end);
    await sub.ordered(id, 2);
    await eventually(async () => expect(await balanceOf(customerId)).toEqual([[0, 5, 5]]));
  });

  it('names a meter of its seller', async () => {
    const foreign = await makeMeter(stack, { organizationId: (await makeSeller(stack)).organizationId });
    const { status, body } = await sub.send('POST', '/benefits/', {
      type: 'meter_credit',
      description: 'Calls included',
      properties: { meter_id: foreign.id, units: 1, rollover: false },
      organization_id: seller.organizationId,
    });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'properties', 'meter_id']]);
  });
});
