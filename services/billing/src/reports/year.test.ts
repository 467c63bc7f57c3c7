/** A generated year of sales, counted again in memory from what happened, in zones whose clocks change. */
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { addUpMetrics } from './sums.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

const first = Date.parse('2024-11-20T00:00:00Z');
const minutes = 420 * 24 * 60;
const time = fc.integer({ min: 0, max: minutes }).map((minute) => new Date(first + minute * 60_000));
const which = fc.integer({ min: 0, max: 1 });
const currency = fc.constantFrom('usd', 'usd', 'eur');
const reasons = ['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'] as const;

const sale = fc.record({
  at: time,
  product: which,
  customer: which,
  currency,
  reason: fc.constantFrom(...reasons),
  amount: fc.integer({ min: 0, max: 90_000 }),
  refunded: fc.constantFrom(0, 0, 0.5, 1),
  isPaid: fc.constantFrom(true, true, true, false),
});
const visit = fc.record({
  at: time,
  product: which,
  customer: which,
  currency,
  isRecurring: fc.boolean(),
  isSold: fc.boolean(),
});
const term = fc.record({
  product: which,
  amount: fc.integer({ min: 0, max: 30_000 }),
  isPaused: fc.constantFrom(false, false, true),
});
/** At any times, or within some days. */
const turns = fc.oneof(
  fc.uniqueArray(time, { minLength: 1, maxLength: 4, selector: (at) => at.getTime() }),
  fc
    .tuple(time, fc.uniqueArray(fc.integer({ min: 1, max: 12 * 24 * 60 }), { minLength: 1, maxLength: 3 }))
    .map(([at, later]) => [at, ...later.map((minute) => new Date(at.getTime() + minute * 60_000))]),
);
const subscription = fc.record({
  times: turns,
  isOver: fc.boolean(),
  customer: which,
  currency,
  interval: fc.constantFrom('month', 'year', 'week'),
  terms: fc.array(term, { minLength: 4, maxLength: 4 }),
});
const years = fc.record({
  sales: fc.array(sale, { minLength: 40, maxLength: 120, size: 'max' }),
  visits: fc.array(visit, { minLength: 20, maxLength: 60, size: 'max' }),
  subscriptions: fc.array(subscription, { minLength: 15, maxLength: 40, size: 'max' }),
});
type Year = typeof years extends fc.Arbitrary<infer Value> ? Value : never;
type Sale = Year['sales'][number];

/** What becomes of a subscription: from when on it is of which product, for how much a month; null: over. */
type Turn = { at: Date; product: number; monthly: number | null; isPaused: boolean };
type Life = { customer: number; currency: string; turns: Turn[] };

const months: Record<string, number> = { month: 1, year: 12, week: 12 / 52 };
const lifeOf = ({
  times,
  isOver,
  customer,
  currency,
  interval,
  terms,
}: Year['subscriptions'][number]): Life => {
  const sorted = times.toSorted((one, other) => one.getTime() - other.getTime());
  const turns = sorted.map((at, index) => ({
    at,
    product: terms[index]?.product ?? 0,
    monthly: Math.round((terms[index]?.amount ?? 0) / (months[interval] ?? 1)),
    isPaused: index > 0 && terms[index]?.isPaused === true,
  }));
  const last = turns.at(-1);
  if (!isOver || !last || turns.length === 1) return { customer, currency, turns };
  const { product, isPaused } = turns.at(-2) ?? last;
  return {
    customer,
    currency,
    turns: [...turns.slice(0, -1), { at: last.at, product, monthly: null, isPaused }] as Turn[],
  };
};

type Shop = { seller: Seller; products: string[]; customers: string[] };

const openShop = async (): Promise<Shop> => {
  const seller = await makeSeller(stack);
  const { organizationId } = seller;
  const both = <Thing>(make: () => Promise<Thing>) => Promise.all([make(), make()]);
  const products = await both(() => makeProduct(stack, { organizationId }));
  const customers = await both(() => makeCustomer(stack, { organizationId }));
  return { seller, products: products.map(({ id }) => id), customers: customers.map(({ id }) => id) };
};

/** As billing writes it: an order is paid after it was placed, and refunded after that. */
const writeSale = async ({ seller, products, customers }: Shop, { at, amount, ...sale }: Sale) => {
  const id = uuidv7();
  await stack.db.query(
    `INSERT INTO orders (id, created_at, organization_id, status, customer_id, product_id, billing_reason, currency,
       subtotal_amount, discount_amount, net_amount, tax_amount, total_amount, metadata, custom_field_data)
     VALUES ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, 0, $8, 0, $8, '{}', '{}')`,
    [
      id,
      at,
      seller.organizationId,
      customers[sale.customer],
      products[sale.product],
      sale.reason,
      sale.currency,
      amount,
    ],
  );
  if (!sale.isPaid) return;
  await stack.db.query(`UPDATE orders SET status = 'paid' WHERE id = $1`, [id]);
  if (sale.refunded > 0)
    await stack.db.query(`UPDATE orders SET status = 'refunded', refunded_amount = $2 WHERE id = $1`, [
      id,
      Math.floor(amount * sale.refunded),
    ]);
};

const writeVisit = async ({ seller, products, customers }: Shop, visit: Year['visits'][number]) => {
  const id = uuidv7();
  await stack.db.query(
    `INSERT INTO checkouts (id, created_at, organization_id, status, client_secret, expires_at, product_ids, product_id,
       product_price_id, is_recurring, amount, currency, allow_discount_codes, require_billing_address,
       is_business_customer, customer_id, customer_metadata, metadata, custom_field_data)
     VALUES ($1::uuid, $2, $3, 'open', $1::uuid::text, $2, ARRAY[$4::uuid], $4::uuid, $1::uuid, $5, 1, $6, true, false, false, $7, '{}', '{}', '{}')`,
    [
      id,
      visit.at,
      seller.organizationId,
      products[visit.product],
      visit.isRecurring,
      visit.currency,
      customers[visit.customer],
    ],
  );
  if (visit.isSold) await stack.db.query(`UPDATE checkouts SET status = 'succeeded' WHERE id = $1`, [id]);
};

const writeLife = async ({ seller, products, customers }: Shop, life: Life) => {
  const id = uuidv7();
  const [start, ...turns] = life.turns;
  if (!start) return;
  await stack.db.query(
    `INSERT INTO subscriptions (id, created_at, organization_id, status, customer_id, product_id, price_ids, amount,
       currency, recurring_interval, anchor_day, current_period_start, started_at, metadata, custom_field_data)
     VALUES ($1, $2, $3, 'active', $4, $5, '{}', $6, $7, 'month', 1, $2, $2, '{}', '{}')`,
    [
      id,
      start.at,
      seller.organizationId,
      customers[life.customer],
      products[start.product],
      start.monthly,
      life.currency,
    ],
  );
  for (const { at, product, monthly, isPaused } of turns)
    await stack.db.query(
      monthly === null
        ? `UPDATE subscriptions SET status = 'canceled', ended_at = $2, modified_at = $2 WHERE id = $1`
        : `UPDATE subscriptions SET amount = $3, product_id = $4, status = $5, modified_at = $2 WHERE id = $1`,
      monthly === null ? [id, at] : [id, at, monthly, products[product], isPaused ? 'unpaid' : 'active'],
    );
};

type Question = {
  start_date: string;
  end_date: string;
  interval: 'hour' | 'day' | 'week' | 'month' | 'year';
  timezone: string;
  currency: string;
  product?: number;
  customer?: number;
};

/** The local day and hour of an instant, and the name of the period it lies in; names sort as time does. */
const calendarOf = ({ timezone, interval }: Question) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hour12: false,
  });
  const mondayOf = (day: string) => {
    const at = new Date(`${day}T00:00:00Z`);
    at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
    return at.toISOString().slice(0, 10);
  };
  return (at: Date): { day: string; period: string } => {
    const local = format.format(at);
    const day = local.slice(0, 10);
    const period = {
      hour: local,
      day,
      week: mondayOf(day),
      month: day.slice(0, 7),
      year: day.slice(0, 4),
    }[interval];
    return { day, period };
  };
};

/** The figures of a period, counted one by one. */
const recount = (year: Year, question: Question) => {
  const placeOf = calendarOf(question);
  const isAsked = (of: { currency: string; customer: number; product?: number }) =>
    of.currency === question.currency &&
    (question.customer === undefined || of.customer === question.customer) &&
    (of.product === undefined || question.product === undefined || of.product === question.product);
  const sales = year.sales.filter((sale) => sale.isPaid && isAsked(sale));
  const visits = year.visits.filter(isAsked);
  const lives = year.subscriptions.map(lifeOf).filter(isAsked);
  const worth = ({ amount, refunded }: Sale) => amount - Math.floor(amount * refunded);
  const isOfProduct = ({ product }: { product: number }) =>
    question.product === undefined || product === question.product;
  return (name: string) => {
    const isBefore = (at: Date) => {
      const { day, period } = placeOf(at);
      return day < question.start_date || period < name;
    };
    const isOver = (at: Date) => {
      const { day, period } = placeOf(at);
      return day > question.end_date || period > name;
    };
    const isIn = (at: Date) => !isBefore(at) && !isOver(at);
    /** What a subscription is at an end of the period. */
    const then = ({ turns }: Life, has: (at: Date) => boolean): number | null => {
      const turn = turns.filter(({ at }) => has(at)).at(-1);
      return turn && !turn.isPaused && isOfProduct(turn) ? turn.monthly : null;
    };
    const hasBegun = ({ turns: [start] }: Life) => start !== undefined && isBefore(start.at);
    const isThere = (monthly: number | null): monthly is number => monthly !== null;
    const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
    const own = sales.filter(({ at }) => isIn(at));
    const of = (reason: string) => own.filter((sale) => sale.reason === reason);
    const now = lives.map((life) => then(life, (at) => !isOver(at))).filter(isThere);
    const earlier = lives.map((life) => then(life, isBefore)).filter(isThere);
    const left = lives.filter(({ turns }) => {
      const last = turns.at(-1);
      return last?.monthly === null && !last.isPaused && isIn(last.at) && isOfProduct(last);
    });
    const kept = lives
      .filter(hasBegun)
      .map((life) => then(life, (at) => !isOver(at)))
      .filter(isThere);
    const opened = visits.filter(({ at }) => isIn(at));
    return {
      orders: own.length,
      revenue: sum(own.map(worth)),
      cumulative_revenue: sum(sales.filter(({ at }) => !isOver(at)).map(worth)),
      one_time_products: of('purchase').length,
      one_time_products_revenue: sum(of('purchase').map(worth)),
      new_subscriptions: lives.filter(({ turns: [start] }) => start && isIn(start.at) && isOfProduct(start))
        .length,
      new_subscriptions_revenue: sum(of('subscription_create').map(worth)),
      renewed_subscriptions: of('subscription_cycle').length,
      renewed_subscriptions_revenue: sum(of('subscription_cycle').map(worth)),
      active_subscriptions: now.length,
      monthly_recurring_revenue: sum(now),
      checkouts: opened.length,
      succeeded_checkouts: opened.filter(({ isSold }) => isSold).length,
      checkouts_conversion: opened.length ? opened.filter(({ isSold }) => isSold).length / opened.length : 0,
      average_order_value: own.length ? Math.round(sum(own.map(worth)) / own.length) : 0,
      churned_subscriptions: left.length,
      churn_rate: earlier.length ? left.filter(hasBegun).length / earlier.length : null,
      net_revenue_retention: sum(earlier) > 0 ? sum(kept) / sum(earlier) : null,
    };
  };
};

const questions: Question[] = [
  { start_date: '2025-01-01', end_date: '2025-12-31', interval: 'month', timezone: 'UTC', currency: 'usd' },
  {
    start_date: '2025-01-20',
    end_date: '2025-11-09',
    interval: 'month',
    timezone: 'America/Los_Angeles',
    currency: 'usd',
  },
  {
    start_date: '2024-11-25',
    end_date: '2025-12-31',
    interval: 'year',
    timezone: 'Pacific/Auckland',
    currency: 'usd',
  },
  { start_date: '2025-05-18', end_date: '2025-05-26', interval: 'day', timezone: 'UTC', currency: 'usd' },
  { start_date: '2025-01-01', end_date: '2025-12-31', interval: 'day', timezone: 'UTC', currency: 'usd' },
  {
    start_date: '2025-01-01',
    end_date: '2025-12-31',
    interval: 'day',
    timezone: 'Europe/Berlin',
    currency: 'usd',
  },
  {
    start_date: '2025-01-15',
    end_date: '2025-12-20',
    interval: 'month',
    timezone: 'America/New_York',
    currency: 'usd',
    product: 0,
  },
  {
    start_date: '2025-02-05',
    end_date: '2025-11-20',
    interval: 'week',
    timezone: 'Asia/Kolkata',
    currency: 'eur',
  },
  {
    start_date: '2024-12-01',
    end_date: '2025-12-31',
    interval: 'year',
    timezone: 'Asia/Kathmandu',
    currency: 'usd',
    product: 1,
  },
  {
    start_date: '2025-01-01',
    end_date: '2025-12-31',
    interval: 'month',
    timezone: 'America/Havana',
    currency: 'usd',
    customer: 1,
  },
  {
    start_date: '2025-10-24',
    end_date: '2025-10-30',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    currency: 'usd',
  },
  {
    start_date: '2025-03-28',
    end_date: '2025-04-03',
    interval: 'hour',
    timezone: 'Europe/Berlin',
    currency: 'usd',
  },
  {
    start_date: '2025-03-28',
    end_date: '2025-12-03',
    interval: 'day',
    timezone: 'Australia/Adelaide',
    currency: 'usd',
    customer: 0,
  },
];

/** What billing answers is what was counted one by one, in each period and in all. */
const compare = async (shop: Shop, year: Year) => {
  for (const question of questions) {
    const { product, customer, ...asked } = question;
    const query = new URLSearchParams({
      ...asked,
      organization_id: shop.seller.organizationId,
      ...(product !== undefined && { product_id: shop.products[product] ?? '' }),
      ...(customer !== undefined && { customer_id: shop.customers[customer] ?? '' }),
    });
    const { status, body, text } = await stack.send('GET', `/metrics/?${query.toString()}`, {
      as: shop.seller.owner,
    });
    if (status !== 200) throw new Error(text);
    const count = recount(year, question);
    const placeOf = calendarOf(question);
    const names: string[] = body.periods.map(
      ({ timestamp }: { timestamp: string }) => placeOf(new Date(timestamp)).period,
    );
    expect(names).toEqual([...new Set(names)].toSorted());
    const differences = names.flatMap((name: string, index: number) =>
      Object.entries(count(name)).flatMap(([slug, value]) =>
        body.periods[index][slug] === value ? [] : [{ name, slug, value, shown: body.periods[index][slug] }],
      ),
    );
    expect({ question, differences }).toEqual({ question, differences: [] });
    // A range within one year is one period of that year.
    const all = recount(year, { ...question, interval: 'year' });
    if (question.start_date.startsWith('2025'))
      expect({ question, totals: body.totals }).toMatchObject({ question, totals: all('2025') });
  }
};

describe('the figures of a generated year', () => {
  it('are those that are counted one by one: before they are summed up, while, after, and made anew', async () => {
    await fc.assert(
      fc.asyncProperty(years, async (year) => {
        const shop = await openShop();
        for (const sale of year.sales) await writeSale(shop, sale);
        for (const visit of year.visits) await writeVisit(shop, visit);
        const lives = year.subscriptions.map(lifeOf);
        for (const life of lives.slice(0, 10)) await writeLife(shop, life);
        while (await addUpMetrics(stack.db)) continue;
        for (const life of lives.slice(10)) await writeLife(shop, life);
        await compare(shop, year);
        while (await addUpMetrics(stack.db)) continue;
        await compare(shop, year);
        await stack.db.query('SELECT recount_metrics()');
        while (await addUpMetrics(stack.db)) continue;
        await compare(shop, year);
      }),
      { numRuns: 2, endOnFailure: true, includeErrorInReport: true },
    );
  });
});

describe('sales at once', () => {
  it('are all counted, also while they are summed up', async () => {
    const shop = await openShop();
    const sale: Sale = {
      at: new Date('2025-05-05T12:00:00Z'),
      product: 0,
      customer: 0,
      currency: 'usd',
      reason: 'purchase',
      amount: 1000,
      refunded: 0.5,
      isPaid: true,
    };
    let isOver = false;
    const summing = (async () => {
      while (!isOver) await addUpMetrics(stack.db);
    })();
    await Promise.all(Array.from({ length: 50 }, () => writeSale(shop, sale)));
    isOver = true;
    await summing;
    const range = 'start_date=2025-05-05&end_date=2025-05-05&interval=day';
    for (let round = 0; round < 2; round += 1) {
      const { body } = await stack.send('GET', `/metrics?${range}`, { as: shop.seller.owner });
      expect(body.totals).toMatchObject({ orders: 50, revenue: 25_000 });
      while (await addUpMetrics(stack.db)) continue;
    }
  });
});
