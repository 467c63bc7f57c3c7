/** Figures by period over HTTP, and as the contract's client reads them. */
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { RFCDate } from '@polar-sh/sdk/types/rfcdate.js';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { openCheckout } from '../../test/purchases.ts';
import { pausedEndingsMigration } from '../migrations/185-paused-endings.ts';
import { addUpMetrics } from './sums.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

type Sale = {
  at: string;
  amount?: number;
  refunded?: number;
  status?: string;
  reason?: string;
  subscriptionId?: string | null;
  currency?: string;
};

/** A seller with a product and a customer, and ways to put sales anywhere in time. */
const openShop = async () => {
  const seller = await makeSeller(stack);
  const { organizationId } = seller;
  const product = await makeProduct(stack, { organizationId });
  const customer = await makeCustomer(stack, { organizationId });
  const sell = async ({ at, amount = 1000, refunded = 0, status = 'paid', ...sale }: Sale) => {
    await stack.db.query(
      `INSERT INTO orders (id, created_at, organization_id, status, customer_id, product_id, subscription_id,
         billing_reason, currency, subtotal_amount, discount_amount, net_amount, tax_amount, total_amount,
         refunded_amount, metadata, custom_field_data)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $11, $9, 0, $9, 0, $9, $10, '{}', '{}')`,
      [
        uuidv7(),
        at,
        organizationId,
        status,
        customer.id,
        product.id,
        sale.subscriptionId ?? null,
        sale.reason ?? 'purchase',
        amount,
        refunded,
        sale.currency ?? 'usd',
      ],
    );
  };
  const subscribe = async (
    from: string,
    { until = null as string | null, amount = 1200, interval = 'month' } = {},
  ) => {
    const id = uuidv7();
    await stack.db.query(
      `INSERT INTO subscriptions (id, created_at, organization_id, status, customer_id, product_id, price_ids, amount,
         currency, recurring_interval, anchor_day, current_period_start, started_at, ended_at, metadata,
         custom_field_data)
       VALUES ($1, $2, $3, $4, $5, $6, '{}', $7, 'usd', $8, 1, $2, $2, $9, '{}', '{}')`,
      [
        id,
        from,
        organizationId,
        until ? 'canceled' : 'active',
        customer.id,
        product.id,
        amount,
        interval,
        until,
      ],
    );
    return id;
  };
  const visit = async (at: string, status: string) => {
    const { checkout } = await openCheckout(stack, { seller });
    await stack.db.query('UPDATE checkouts SET created_at = $2, status = $3 WHERE id = $1', [
      checkout.id,
      at,
      status,
    ]);
  };
  return { seller, product, customer, sell, subscribe, visit };
};

const may = { start_date: '2025-05-01', end_date: '2025-05-03', interval: 'day' };
const get = (as: PassportClaims | undefined, query: Record<string, string> = may) =>
  stack.send('GET', `/metrics/?${new URLSearchParams(query).toString()}`, as ? { as } : {});

const figuresOf = async (seller: Seller, query: Record<string, string> = may) => {
  const { status, body, text } = await get(seller.owner, query);
  if (status !== 200) throw new Error(text);
  const series = (slug: string): unknown[] =>
    (body.periods as Record<string, unknown>[]).map((period) => period[slug]);
  return { body, totals: body.totals as Record<string, number>, series };
};

describe('the figures of who leaves', () => {
  it('count subscriptions that ended, of those that were there, and what they had brought in', async () => {
    const { seller, subscribe } = await openShop();
    for (let count = 0; count < 3; count += 1) await subscribe('2025-01-10T00:00:00Z', { amount: 1000 });
    await subscribe('2025-01-10T00:00:00Z', { amount: 2400, until: '2025-05-12T00:00:00Z' });
    const query = { start_date: '2025-04-01', end_date: '2025-06-30', interval: 'month' };
    const { series, totals } = await figuresOf(seller, query);
    expect(series('churned_subscriptions')).toEqual([0, 1, 0]);
    expect(series('churned_monthly_revenue')).toEqual([0, 2400, 0]);
    expect(series('churn_rate')).toEqual([0, 0.25, 0]);
    expect(series('lifetime_value')).toEqual([null, 4000, null]);
    // A quarter of them left in three months; what is left brings in 10.00 each.
    expect(totals).toMatchObject({ churned_subscriptions: 1, churn_rate: 0.25, lifetime_value: 12_000 });
  });

  it('do not count what is paused or unpaid, nor its end', async () => {
    const { seller, subscribe } = await openShop();
    await subscribe('2025-01-10T00:00:00Z', { amount: 1000 });
    const id = await subscribe('2025-01-10T00:00:00Z', { amount: 2400 });
    const become = (status: string, at: string, endedAt: string | null = null) =>
      stack.db.query('UPDATE subscriptions SET status = $2, modified_at = $3, ended_at = $4 WHERE id = $1', [
        ...[id, status, at, endedAt],
      ]);
    await become('unpaid', '2025-02-10T00:00:00Z');
    await become('active', '2025-04-10T00:00:00Z');
    await become('past_due', '2025-05-10T00:00:00Z');
    await become('unpaid', '2025-05-30T00:00:00Z');
    await become('canceled', '2025-07-01T12:00:00Z', '2025-06-20T00:00:00Z');
    const query = { start_date: '2025-01-01', end_date: '2025-06-30', interval: 'month' };
    const expectFigures = async () => {
      const { series } = await figuresOf(seller, query);
      expect(series('active_subscriptions')).toEqual([2, 1, 1, 2, 1, 1]);
      expect(series('monthly_recurring_revenue')).toEqual([3400, 1000, 1000, 3400, 1000, 1000]);
      expect(series('churned_subscriptions')).toEqual([0, 0, 0, 0, 0, 0]);
      expect(series('churned_monthly_revenue')).toEqual([0, 0, 0, 0, 0, 0]);
    };
    await expectFigures();
    await addUpMetrics(stack.db);
    await stack.db.query('SELECT recount_metrics()');
    await expectFigures();
    // The previous release counted it at its end once more, as one that ended.
    await stack.db.query(
      `INSERT INTO subscription_movements (organization_id, customer_id, product_id, currency, subscription_id,
         started_at, at, kind, count, sum)
       SELECT organization_id, customer_id, product_id, currency, id, started_at, ended_at, kind, 1, amount
       FROM subscriptions CROSS JOIN (VALUES ('changed'), ('ended')) AS kinds (kind) WHERE id = $1`,
      [id],
    );
    expect((await figuresOf(seller, query)).series('churned_subscriptions')).toEqual([0, 0, 0, 0, 0, 1]);
    await stack.db.query(pausedEndingsMigration.sql);
    await expectFigures();
  });

  it('say nothing where nobody could leave', async () => {
    const { seller } = await openShop();
    const { totals } = await figuresOf(seller);
    expect(totals).toMatchObject({ churned_subscriptions: 0, churn_rate: null, lifetime_value: null });
  });
});

describe('the figures', () => {
  it('are there for every period, also where nothing happened', async () => {
    const { seller, sell } = await openShop();
    await sell({ at: '2025-05-01T00:00:00Z', amount: 1000 });
    await sell({ at: '2025-05-03T23:59:59.999Z', amount: 500 });
    const { series, totals } = await figuresOf(seller);
    expect(series('timestamp')).toEqual(
      ['2025-05-01', '2025-05-02', '2025-05-03'].map((day) => `${day}T00:00:00.000Z`),
    );
    expect(series('orders')).toEqual([1, 0, 1]);
    expect(series('revenue')).toEqual([1000, 0, 500]);
    expect(totals).toMatchObject({ orders: 2, revenue: 1500, average_order_value: 750 });
  });

  it('count what was paid, less what was given back, and nothing outside the range', async () => {
    const { seller, sell } = await openShop();
    await sell({ at: '2025-05-02T10:00:00Z', amount: 900, refunded: 300, status: 'partially_refunded' });
    await sell({ at: '2025-05-02T10:00:00Z', amount: 400, refunded: 400, status: 'refunded' });
    await sell({ at: '2025-05-02T10:00:00Z', amount: 7000, status: 'pending' });
    await sell({ at: '2025-04-30T23:59:59.999Z', amount: 50 });
    await sell({ at: '2025-05-04T00:00:00Z', amount: 8000 });
    const { series, totals } = await figuresOf(seller);
    expect(series('orders')).toEqual([0, 2, 0]);
    expect(series('revenue')).toEqual([0, 600, 0]);
    expect(series('cumulative_revenue')).toEqual([50, 650, 650]);
    expect(totals).toMatchObject({ revenue: 600, cumulative_revenue: 650, average_order_value: 300 });
  });

  it('tell one-time sales from new and renewed subscriptions', async () => {
    const { seller, sell, subscribe } = await openShop();
    const subscriptionId = await subscribe('2025-05-01T08:00:00Z');
    await sell({ at: '2025-05-01T08:00:00Z', amount: 10 });
    await sell({ at: '2025-05-01T08:00:00Z', amount: 200, reason: 'subscription_create', subscriptionId });
    for (const hour of ['09', '10'])
      await sell({
        at: `2025-05-02T${hour}:00:00Z`,
        amount: 3000,
        reason: 'subscription_cycle',
        subscriptionId,
      });
    const { totals } = await figuresOf(seller);
    expect(totals).toMatchObject({
      orders: 4,
      one_time_products: 1,
      one_time_products_revenue: 10,
      new_subscriptions: 1,
      new_subscriptions_revenue: 200,
      // Renewals, each of which counts: a subscription that is renewed twice in a day is two.
      renewed_subscriptions: 2,
      renewed_subscriptions_revenue: 6000,
    });
    const recurring = await figuresOf(seller, { ...may, billing_type: 'recurring' });
    expect(recurring.totals).toMatchObject({ orders: 3, one_time_products: 0, new_subscriptions: 1 });
    const once = await figuresOf(seller, { ...may, billing_type: 'one_time' });
    expect(once.totals).toMatchObject({ orders: 1, new_subscriptions: 0, active_subscriptions: 0 });
  });

  it('show at each period’s end who is subscribed, and what that brings in a month', async () => {
    const { seller, subscribe } = await openShop();
    await subscribe('2024-01-01T00:00:00Z', { amount: 1000 });
    await subscribe('2025-05-02T12:00:00Z', { amount: 12_000, interval: 'year' });
    await subscribe('2024-01-01T00:00:00Z', { amount: 500, until: '2025-05-03T06:00:00Z' });
    await subscribe('2024-01-01T00:00:00Z', { amount: 9000, until: '2025-04-30T06:00:00Z' });
    const { series, totals } = await figuresOf(seller);
    expect(series('active_subscriptions')).toEqual([2, 3, 2]);
    expect(series('monthly_recurring_revenue')).toEqual([1500, 2500, 2000]);
    expect(series('new_subscriptions')).toEqual([0, 1, 0]);
    expect(totals).toMatchObject({ active_subscriptions: 2, monthly_recurring_revenue: 2000 });
  });

  it('show checkouts and how many of them succeeded', async () => {
    const { seller, visit } = await openShop();
    await visit('2025-05-01T10:00:00Z', 'succeeded');
    await visit('2025-05-01T10:00:00Z', 'expired');
    await visit('2025-05-02T10:00:00Z', 'expired');
    const { series, totals } = await figuresOf(seller);
    expect(series('checkouts')).toEqual([2, 1, 0]);
    expect(series('checkouts_conversion')).toEqual([0.5, 0, 0]);
    expect(totals).toMatchObject({ checkouts: 3, succeeded_checkouts: 1, checkouts_conversion: 1 / 3 });
  });

  it('are narrowed to products and customers, several of them too', async () => {
    const { seller, sell, product, customer } = await openShop();
    await sell({ at: '2025-05-01T10:00:00Z', amount: 70 });
    for (const [query, revenue] of [
      [{ product_id: product.id, customer_id: customer.id }, 70],
      [{ product_id: uuidv7() }, 0],
      [{ customer_id: uuidv7() }, 0],
    ] as const)
      expect((await figuresOf(seller, { ...may, ...query })).totals['revenue']).toBe(revenue);
    const several = await stack.send(
      'GET',
      `/metrics?${new URLSearchParams(may).toString()}&product_id=${uuidv7()}&product_id=${product.id}`,
      { as: seller.owner },
    );
    expect(several.body.totals.revenue).toBe(70);
  });

  it('add up beyond 32 bits', async () => {
    const { seller, sell } = await openShop();
    for (const hour of ['08', '09', '10'])
      await sell({ at: `2025-05-01T${hour}:00:00Z`, amount: 2_000_000_000 });
    const { totals } = await figuresOf(seller);
    expect(totals).toMatchObject({ revenue: 6_000_000_000, average_order_value: 2_000_000_000 });
  });
});

describe('periods', () => {
  it.each([
    ['hour', '2025-05-01', '2025-05-01', 24, '2025-05-01T00:00:00.000Z'],
    ['week', '2025-05-01', '2025-05-12', 3, '2025-04-28T00:00:00.000Z'],
    ['month', '2025-01-31', '2025-03-01', 3, '2025-01-01T00:00:00.000Z'],
    ['year', '2023-06-01', '2025-01-01', 3, '2023-01-01T00:00:00.000Z'],
  ])('of a %s begin where it does', async (interval, start_date, end_date, count, first) => {
    const { seller, sell } = await openShop();
    await sell({ at: `${start_date}T00:00:00Z`, amount: 1 });
    await sell({ at: `${end_date}T23:00:00Z`, amount: 2 });
    const { series, totals } = await figuresOf(seller, { start_date, end_date, interval });
    expect([series('timestamp').length, series('timestamp')[0]]).toEqual([count, first]);
    expect(totals['revenue']).toBe(3);
  });

  it('are those of the reader’s time zone, also where clocks change', async () => {
    const { seller, sell } = await openShop();
    await sell({ at: '2025-03-29T22:59:00Z', amount: 1 });
    await sell({ at: '2025-03-29T23:00:00Z', amount: 20 });
    await sell({ at: '2025-03-30T21:59:00Z', amount: 300 });
    await sell({ at: '2025-03-30T22:00:00Z', amount: 4000 });
    const range = { start_date: '2025-03-29', end_date: '2025-03-30', timezone: 'Europe/Berlin' };
    const days = await figuresOf(seller, { ...range, interval: 'day' });
    expect(days.series('revenue')).toEqual([1, 320]);
    expect(days.series('timestamp')).toEqual(['2025-03-28T23:00:00.000Z', '2025-03-29T23:00:00.000Z']);
    const hours = await figuresOf(seller, { ...range, interval: 'hour' });
    expect(new Set(hours.series('timestamp')).size).toBe(47);
    expect(hours.series('timestamp')).toHaveLength(47);
    expect(hours.totals['revenue']).toBe(321);
  });
});

describe('what cannot be asked for', () => {
  it.each([
    [{ start_date: '2022-12-31', end_date: '2023-01-02' }, 'start_date', 'greater_than_equal'],
    [{ start_date: '2025-02-30' }, 'start_date', 'value_error'],
    [{ end_date: '2025-04-30' }, 'end_date', 'value_error'],
    [{ end_date: '2026-05-03' }, 'end_date', 'value_error'],
    [{ interval: 'hour', end_date: '2025-05-09' }, 'end_date', 'value_error'],
    [{ interval: 'minute' }, 'interval', 'enum'],
    [{ timezone: 'Europe/Nowhere' }, 'timezone', 'value_error'],
    [{ timezone: '+02:00' }, 'timezone', 'value_error'],
    [{ product_id: 'x' }, 'product_id', 'value_error'],
  ])('is refused: %j', async (changes, field, type) => {
    const { owner } = await makeSeller(stack);
    const { status, body } = await get(owner, { ...may, ...changes } as Record<string, string>);
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['query', field] }]);
    if (field !== 'product_id') expect(body.detail[0].type).toBe(type);
  });

  it('is refused with each absent field named', async () => {
    const { owner } = await makeSeller(stack);
    const { status, body } = await get(owner, {});
    expect(status).toBe(422);
    expect(body.detail.map(({ loc, type }: { loc: unknown; type: unknown }) => [loc, type])).toEqual(
      ['start_date', 'end_date', 'interval'].map((field) => [['query', field], 'missing']),
    );
  });

  it.each(['Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'])(
    'does not include the time zone %s',
    async (timezone) => {
      const { owner } = await makeSeller(stack);
      expect((await get(owner, { ...may, timezone })).status).toBe(200);
    },
  );

  it('is exactly what the limits do not allow', async () => {
    const { owner } = await makeSeller(stack);
    const { body } = await stack.send('GET', '/metrics/limits', { as: owner });
    expect(body.min_date).toBe('2023-01-01');
    for (const [interval, { max_days }] of Object.entries<{ max_days: number }>(body.intervals)) {
      const after = (days: number) =>
        new Date(Date.parse(body.min_date) + days * 86_400_000).toISOString().slice(0, 10);
      const ask = (days: number) =>
        get(owner, { start_date: body.min_date, end_date: after(days), interval });
      expect([interval, (await ask(max_days)).status, (await ask(max_days + 1)).status]).toEqual([
        interval,
        200,
        422,
      ]);
    }
  });
});

describe('the figures of others', () => {
  it('are nobody’s but the members’, also when they are asked for by name', async () => {
    const { seller, sell, product, customer } = await openShop();
    await sell({ at: '2025-05-01T10:00:00Z' });
    const stranger = await makeSeller(stack);
    const strangers = [stranger.owner, tokenOf(stranger.organizationId, 'metrics:read')];
    const questions: Record<string, string>[] = [
      {},
      { organization_id: seller.organizationId },
      { product_id: product.id },
      { customer_id: customer.id },
    ];
    for (const as of strangers)
      for (const question of questions) {
        const { status, body } = await get(as, { ...may, ...question });
        expect([question, status, body.totals.orders, body.totals.cumulative_revenue]).toEqual([
          question,
          200,
          0,
          0,
        ]);
      }
    expect((await get(seller.member)).body.totals.orders).toBe(1);
  });

  it('need a token’s right to metrics, and somebody at all', async () => {
    const { seller } = await openShop();
    const { organizationId } = seller;
    expect((await get(tokenOf(organizationId, 'orders:read'))).status).toBe(403);
    expect((await stack.send('GET', '/metrics/limits', { as: tokenOf(organizationId) })).status).toBe(403);
    expect((await get(tokenOf(organizationId, 'metrics:read'))).status).toBe(200);
    expect((await get(undefined)).status).toBe(401);
  });
});

describe('the contract’s client', () => {
  const clientOf = (claims: PassportClaims): Polar => {
    const httpClient = new HTTPClient();
    httpClient.addHook('beforeRequest', async (request) => {
      const passed = new Request(request);
      passed.headers.set(passportHeader, await stack.passport(claims));
      return passed;
    });
    return new Polar({ serverURL: `${stack.url}/api/billing`, accessToken: 'at-the-gateway', httpClient });
  };

  it('reads the figures and their limits', async () => {
    const { seller, sell } = await openShop();
    await sell({ at: '2025-05-02T10:00:00Z', amount: 4200 });
    const polar = clientOf(tokenOf(seller.organizationId, 'metrics:read'));
    const [startDate, endDate] = [new RFCDate('2025-05-01'), new RFCDate('2025-05-03')];
    const { periods, totals, metrics } = await polar.metrics.get({
      startDate,
      endDate,
      interval: 'day',
      organizationId: seller.organizationId,
      billingType: ['one_time', 'recurring'],
    });
    expect(periods.map(({ timestamp, revenue }) => [timestamp.toISOString(), revenue])).toEqual([
      ['2025-05-01T00:00:00.000Z', 0],
      ['2025-05-02T00:00:00.000Z', 4200],
      ['2025-05-03T00:00:00.000Z', 0],
    ]);
    expect([totals.revenue, totals.averageOrderValue]).toEqual([4200, 4200]);
    expect(metrics.checkoutsConversion).toEqual({
      slug: 'checkouts_conversion',
      displayName: 'Checkouts Conversion Rate',
      type: 'percentage',
    });
    const limits = await polar.metrics.limits();
    expect(limits.minDate.toString()).toBe('2023-01-01');
    expect(limits.intervals.hour.maxDays).toBe(7);
  });

  it('is told of a range that is too long', async () => {
    const { seller } = await openShop();
    const polar = clientOf(tokenOf(seller.organizationId, 'metrics:read'));
    const [startDate, endDate] = [new RFCDate('2025-01-01'), new RFCDate('2025-05-03')];
    await expect(polar.metrics.get({ startDate, endDate, interval: 'hour' })).rejects.toBeInstanceOf(
      HTTPValidationError,
    );
  });
});

describe('the figures as CSV', () => {
  it('are a row a period, amounts in whole units', async () => {
    const { seller, sell } = await openShop();
    await sell({ at: '2025-05-02T10:00:00Z', amount: 1250 });
    const { status, text, headers } = await stack.send(
      'GET',
      `/metrics/export?${new URLSearchParams(may).toString()}`,
      { as: seller.owner },
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const name = `metrics-${may.start_date}-to-${may.end_date}.csv`;
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head?.split(',').slice(0, 5)).toEqual([
      'timestamp',
      'currency',
      'orders',
      'revenue',
      'cumulative_revenue',
    ]);
    expect(rows.map((row) => row.split(',').slice(0, 4))).toEqual([
      ['2025-05-01T00:00:00.000Z', 'usd', '0', '0.00'],
      ['2025-05-02T00:00:00.000Z', 'usd', '1', '12.50'],
      ['2025-05-03T00:00:00.000Z', 'usd', '0', '0.00'],
    ]);
  });

  it('begin their days where the seller is', async () => {
    const { seller } = await openShop();
    const query = new URLSearchParams({ ...may, timezone: 'Europe/Berlin' }).toString();
    const { text } = await stack.send('GET', `/metrics/export?${query}`, { as: seller.owner });
    const days = text.trim().split('\r\n').slice(1);
    expect(days.map((row) => row.split(',')[0])).toEqual(
      ['01', '02', '03'].map((day) => `2025-05-${day}T00:00:00.000+02:00`),
    );
  });

  it('need the right to metrics', async () => {
    const { seller } = await openShop();
    const query = `/metrics/export?${new URLSearchParams(may).toString()}`;
    expect(
      (await stack.send('GET', query, { as: tokenOf(seller.organizationId, 'orders:read') })).status,
    ).toBe(403);
  });
});

describe('currencies', () => {
  it('are never added up', async () => {
    const { seller, sell } = await openShop();
    await sell({ at: '2025-05-02T10:00:00Z', amount: 1000 });
    await sell({ at: '2025-05-02T10:00:00Z', amount: 70, currency: 'eur' });
    const { totals, body } = await figuresOf(seller);
    expect([totals['revenue'], body.currency, body.currencies]).toEqual([1000, 'usd', ['eur', 'usd']]);
    const euros = await figuresOf(seller, { ...may, currency: 'EUR' });
    expect([euros.totals['revenue'], euros.totals['orders'], euros.body.currency]).toEqual([70, 1, 'eur']);
    expect((await get(seller.owner, { ...may, currency: 'euro' })).status).toBe(422);
  });

  it('are what there is where nothing is sold for dollars', async () => {
    const { seller, sell } = await openShop();
    await sell({ at: '2025-05-02T10:00:00Z', amount: 70, currency: 'eur' });
    const { totals, body } = await figuresOf(seller);
    expect([totals['revenue'], body.currency]).toEqual([70, 'eur']);
  });

  it('are not dollars where only what is free was had for these', async () => {
    const { seller, sell, visit } = await openShop();
    await sell({ at: '2025-05-02T10:00:00Z', amount: 0 });
    await visit('2025-05-02T10:00:00Z', 'expired');
    expect((await figuresOf(seller)).body.currency).toBe('usd');
    await sell({ at: '2025-05-02T10:00:00Z', amount: 0, currency: 'chf' });
    await sell({ at: '2025-05-02T10:00:00Z', amount: 70, currency: 'eur' });
    const usual = { currency: 'eur', currencies: ['chf', 'eur', 'usd'] };
    expect((await figuresOf(seller)).body).toMatchObject(usual);
    await addUpMetrics(stack.db);
    expect((await figuresOf(seller)).body).toMatchObject(usual);
  });
});

describe('what sold best', () => {
  it('is counted by the same days, of one’s own organizations only, without what was not paid', async () => {
    const shop = await openShop();
    const other = await openShop();
    await shop.sell({ at: '2026-03-01T12:00:00Z', amount: 3000, refunded: 500 });
    await shop.sell({ at: '2026-03-31T23:30:00Z', amount: 1000 });
    await shop.sell({ at: '2026-03-10T12:00:00Z', amount: 9000, status: 'pending' });
    await shop.sell({ at: '2026-04-01T00:00:00Z', amount: 9000 });
    await other.sell({ at: '2026-03-10T12:00:00Z', amount: 7000 });
    const range = 'start_date=2026-03-01&end_date=2026-03-31&interval=day';
    const { status, body } = await stack.send('GET', `/metrics/products?${range}`, { as: shop.seller.owner });
    expect(status).toBe(200);
    expect(body.items).toEqual([
      { product_id: shop.product.id, name: shop.product.name, orders: 2, revenue: 3500 },
    ]);
  });

  it('refuses a range that ends before it starts', async () => {
    const shop = await openShop();
    const range = 'start_date=2026-03-02&end_date=2026-03-01&interval=day';
    const { status } = await stack.send('GET', `/metrics/products?${range}`, { as: shop.seller.owner });
    expect(status).toBe(422);
  });
});

describe('figures beside earlier ones', () => {
  const range = { start_date: '2025-05-04', end_date: '2025-05-06', interval: 'day' };
  const overview = (seller: Seller, query: Record<string, string>) =>
    stack.send('GET', `/metrics/overview?${new URLSearchParams(query).toString()}`, { as: seller.owner });

  it('are those of two ranges asked for one after the other, and what sold best in the later one', async () => {
    const { seller, product, sell } = await openShop();
    await sell({ at: '2025-05-01T10:00:00Z', amount: 300 });
    await sell({ at: '2025-05-03T23:00:00Z', amount: 400 });
    await sell({ at: '2025-05-04T00:00:00Z', amount: 5000 });
    const { status, body } = await overview(seller, { ...range, previous_start_date: '2025-05-01' });
    expect(status).toBe(200);
    const [{ body: now }, { body: before }] = await Promise.all([
      figuresOf(seller, range),
      figuresOf(seller, may),
    ]);
    expect(body.current).toEqual(now);
    expect(body.previous).toEqual({ periods: before.periods, totals: before.totals });
    expect((body.previous as typeof before).totals).toMatchObject({ orders: 2, revenue: 700 });
    expect(body.top_products).toEqual({
      currency: 'usd',
      items: [{ product_id: product.id, name: expect.any(String), orders: 1, revenue: 5000 }],
    });
    expect((await overview(seller, range)).body.previous).toBeNull();
  });

  it('are of one currency, also where the earlier range had only another', async () => {
    const { seller, sell } = await openShop();
    await sell({ at: '2025-05-01T10:00:00Z', amount: 300, currency: 'eur' });
    await sell({ at: '2025-05-05T10:00:00Z', amount: 5000, currency: 'usd' });
    const query = { ...range, previous_start_date: '2025-05-01' };
    const totalsIn = async (more: Record<string, string>) => {
      const { body } = await overview(seller, { ...query, ...more });
      const both = [body.current, body.previous] as { totals: { revenue: number } }[];
      return both.map(({ totals }) => totals.revenue);
    };
    expect(await totalsIn({})).toEqual([5000, 0]);
    expect(await totalsIn({ currency: 'eur' })).toEqual([0, 300]);
  });

  it('are none of another seller’s, and refused for a range that is none', async () => {
    const [one, other] = await Promise.all([openShop(), openShop()]);
    await other.sell({ at: '2025-05-05T10:00:00Z' });
    const theirs = { ...range, organization_id: other.seller.organizationId };
    const { body } = await overview(one.seller, theirs);
    expect([body.current, body.top_products]).toMatchObject([{ totals: { orders: 0 } }, { items: [] }]);
    for (const previous of ['2025-05-04', '2025-06-01', '2022-12-31', '2024-01-01', 'x', ''])
      expect([
        previous,
        (await overview(one.seller, { ...range, previous_start_date: previous })).status,
      ]).toEqual([previous, 422]);
    expect(
      (await stack.send('GET', `/metrics/overview?${new URLSearchParams(range).toString()}`)).status,
    ).toBe(401);
  });
});
