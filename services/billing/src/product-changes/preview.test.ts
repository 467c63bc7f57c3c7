/**
 * What a preview answers is what the change charges, and what is said to come next is the order that comes: for random
 * subscriptions. PREVIEW_RUNS: how many; PREVIEW_SEED: others than always.
 */
import { eventually } from '@tessera/kit/test/eventually';
import fc from 'fast-check';
import { z } from 'zod';
import {
  type BillingStack,
  makeDiscount,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { confirm, untilStatus } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { addToBalance } from '../customers/balance.ts';

const runs = z.coerce.number().int().positive().default(12).parse(process.env['PREVIEW_RUNS']);
const seed = z.coerce.number().int().default(20_260_401).parse(process.env['PREVIEW_SEED']);

let stack: BillingStack;
/** One that collects taxes where the customers are, and one that does not. */
let sellers: { seller: Seller; people: ReturnType<typeof subscribersOf>; meters: string[] }[];
beforeAll(async () => {
  stack = await startBilling();
  sellers = await Promise.all(
    [true, false].map(async (collects) => {
      const seller = await makeSeller(stack);
      const { organizationId } = seller;
      const people = subscribersOf(stack, seller);
      const registration = { country: 'FR', organization_id: organizationId };
      if (collects) expect((await people.send('POST', '/tax-registrations', registration)).status).toBe(201);
      const meters = await Promise.all(
        ['Calls', 'Pages'].map((name) =>
          makeMeter(stack, {
            organizationId,
            name,
            filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
          }),
        ),
      );
      return { seller, people, meters: meters.map(({ id }) => id) };
    }),
  );
});
afterAll(() => stack.stop());

const amount = fc.constantFrom<(number | null)[]>(null, 1000, 1049, 2999, 12_000);
const plan = fc.record({
  interval: fc.constantFrom('month' as const, 'month' as const, 'year' as const),
  /** Null: free. */
  amount,
  /** What a unit of each meter costs; null: not counted. */
  units: fc.tuple(fc.constantFrom(null, '2.5', '70'), fc.constantFrom(null, '11')),
  taxBehavior: fc.constantFrom('inclusive' as const, 'exclusive' as const),
});
type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

const behavior = fc.constantFrom('invoice', 'prorate', 'next_period');
const change = fc.record({
  plan,
  behavior,
  /** Which part of the period is over by then, in thousandths. No two periods begin at once. */
  after: fc.integer({ min: 1, max: 990 }),
  calls: fc.integer({ min: 0, max: 40 }),
  /** Where the customer moves before; taxes are collected in France. */
  country: fc.constantFrom(null, null, null, 'FR', 'DE'),
  /** How much of the last order's money is refunded before, in percent. */
  refunded: fc.constantFrom(0, 0, 0, 30, 100),
});
const life = fc.record({
  collects: fc.boolean(),
  currency: fc.constantFrom('usd', 'usd', 'jpy'),
  first: plan,
  hasTrial: fc.constantFrom(true, false, false),
  discount: fc.option(
    fc.record({
      duration: fc.constantFrom('once' as const, 'repeating' as const, 'forever' as const),
      basisPoints: fc.constantFrom(1000, 3333, 10_000),
    }),
  ),
  /** To the customer's credit; below 0: owed. */
  balance: fc.constantFrom(0, 0, 30, 700, 50_000, -40),
  /** New prices of the first product, announced before the last change. */
  raisedTo: fc.option(fc.constantFrom(500, 4000)),
  changes: fc.array(change, { minLength: 1, maxLength: 3 }),
});
type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never;

type At = (typeof sellers)[number];

/** What is free has no price in yen. */
const pricesOf = ({ amount: each, units }: Plan, meters: readonly string[]) =>
  (each === null ? ['usd'] : ['usd', 'jpy']).flatMap((price_currency) => [
    each === null ? { amount_type: 'free' } : { amount_type: 'fixed', price_amount: each, price_currency },
    ...units.flatMap((unit_amount, index) =>
      unit_amount === null
        ? []
        : [{ amount_type: 'metered_unit', meter_id: meters[index], unit_amount, price_currency }],
    ),
  ]);

const sell = async ({ seller, people, meters }: At, of: Plan, more: object = {}): Promise<string> => {
  const { status, text, body } = await people.send('POST', '/products/', {
    name: `Plan at ${of.amount}`,
    organization_id: seller.organizationId,
    recurring_interval: of.interval,
    tax_behavior: of.taxBehavior,
    prices: pricesOf(of, meters),
    ...more,
  });
  if (status !== 201) throw new Error(text);
  return body.id;
};

const currencyOf = ({ first, currency }: Life): string => (first.amount === null ? 'usd' : currency);

const subscribe = async (at: At, all: Life) => {
  const { first, hasTrial, discount } = all;
  const trial = hasTrial && { trial_interval: 'day', trial_interval_count: 14 };
  const productId = await sell(at, first, { ...trial });
  const given =
    discount &&
    (await makeDiscount(stack, {
      organizationId: at.seller.organizationId,
      ...discount,
      durationInMonths: discount.duration === 'repeating' ? 2 : null,
    }));
  const { body: checkout, text } = await at.people.send('POST', '/checkouts/', {
    products: [productId],
    currency: currencyOf(all),
    // There is nothing to be taken off what is free.
    ...(given && first.amount !== null && { discount_id: given.id }),
  });
  const path = `/checkouts/client/${checkout.client_secret}`;
  const { status } = await confirm(stack, path);
  expect([status, text]).toEqual([200, text]);
  await untilStatus(stack, path, 'succeeded');
  const [order] = (await at.people.get(`/orders/?checkout_id=${checkout.id}`)).items;
  return { productId, id: order.subscription_id as string, customerId: order.customer_id as string };
};

const use = async ({ seller }: At, customerId: string, calls: number): Promise<void> => {
  if (calls === 0) return;
  const as = tokenOf(seller.organizationId, 'events:write');
  const events = Array.from({ length: calls }, (_, index) => ({
    name: index % 3 === 0 ? 'Pages' : 'Calls',
    customer_id: customerId,
  }));
  expect((await stack.send('POST', '/events/ingest', { as, body: { events } })).status).toBe(200);
  await eventually(async () => {
    const [{ waiting }] = await stack.db.query('SELECT count(*)::int AS waiting FROM usage_batches');
    expect(waiting).toBe(0);
  });
};

const move = async ({ people }: At, customerId: string, country: string): Promise<void> => {
  const { status } = await people.send('PATCH', `/customers/${customerId}`, { billing_address: { country } });
  expect(status).toBe(200);
};

const refund = async ({ people }: At, id: string, percent: number): Promise<void> => {
  const { id: order_id, net_amount, due_amount } = (await people.orders(id)).at(-1);
  const amount = Math.floor((Math.min(net_amount, due_amount) * percent) / 100);
  if (amount <= 0) return;
  const { status } = await people.send('POST', '/refunds/', { order_id, amount, reason: 'other' });
  expect([200, 400, 403, 422]).toContain(status);
};

const announce = async (at: At, productId: string, to: Plan): Promise<void> => {
  const prices = pricesOf(to, at.meters);
  expect((await at.people.send('PATCH', `/products/${productId}`, { prices })).status).toBe(200);
  const path = `/products/${productId}/price-changes`;
  const { body } = await at.people.send('POST', path, { applies: 'next_period' });
  await eventually(async () => {
    const { status } = await at.people.get(`/price-changes/${body.id}`);
    expect(['planned', 'done']).toContain(status);
  });
};

// oxlint-disable-next-line typescript/no-explicit-any -- replies are read freely: the assertion says what a field is
type Reply = any;

/** What an order and an announced one have in common. */
const chargesOf = (it: Reply) => ({
  billing_reason: it.billing_reason,
  currency: it.currency,
  subtotal_amount: it.subtotal_amount,
  discount_amount: it.discount_amount,
  net_amount: it.net_amount,
  tax_amount: it.tax_amount,
  total_amount: it.total_amount,
  applied_balance_amount: it.applied_balance_amount,
  due_amount: it.due_amount,
  items: it.items.map((item: Reply) => [
    item.label,
    item.amount,
    item.tax_amount,
    item.proration,
    item.product_price_id,
  ]),
});

const changedOf = (it: Reply) => ({
  amount: it.amount,
  currency: it.currency,
  recurring_interval: it.recurring_interval,
  recurring_interval_count: it.recurring_interval_count,
  current_period_start: it.current_period_start,
  current_period_end: it.current_period_end,
  discount_id: it.discount_id,
  product_id: it.product_id,
});

/** Makes a change that was previewed; both are the same, or refused with the same words. */
const checkChange = async ({ people }: At, id: string, body: object): Promise<void> => {
  const before = await people.orders(id);
  const preview = await people.send('POST', `/subscriptions/${id}/preview`, body);
  const made = await people.send('PATCH', `/subscriptions/${id}`, body);
  expect(preview.status).toBe(made.status);
  if (made.status !== 200) {
    expect(preview.body).toEqual(made.body);
    return;
  }
  if (preview.body.proration_behavior !== 'next_period')
    expect(changedOf(preview.body)).toEqual(changedOf(made.body));
  const added = (await people.orders(id)).slice(before.length);
  const { invoice, next_invoice: next } = preview.body;
  expect(invoice ? [chargesOf(invoice)] : []).toEqual(added.map(chargesOf));
  const { forecast: _estimate, ...upcoming } = await people.get(`/subscriptions/${id}/upcoming`);
  expect(upcoming).toEqual(next);
};

const live = async (all: Life): Promise<void> => {
  const at = sellers[all.collects ? 0 : 1];
  if (!at) throw new Error('two sellers');
  const { people } = at;
  stack.clock.set(new Date('2027-01-31T10:20:30.456Z'));
  const { id, customerId, productId } = await subscribe(at, all);
  const account = { organizationId: at.seller.organizationId, customerId, currency: currencyOf(all) };
  await stack.db.transaction((em) =>
    addToBalance(em, account, { amount: all.balance, at: stack.clock.now() }),
  );
  for (const [index, one] of all.changes.entries()) {
    const { current_period_end: end } = await people.subscription(id);
    const now = stack.clock.now().getTime();
    stack.clock.set(new Date(now + Math.floor(((Date.parse(end) - now) * one.after) / 1000)));
    await use(at, customerId, one.calls);
    if (one.country) await move(at, customerId, one.country);
    await refund(at, id, one.refunded);
    const isLast = index === all.changes.length - 1;
    if (isLast && all.raisedTo !== null && all.first.amount !== null)
      await announce(at, productId, { ...all.first, amount: all.raisedTo });
    const target = await sell(at, one.plan);
    await checkChange(at, id, { product_id: target, proration_behavior: one.behavior });
  }
  await eventually(async () => {
    const [{ open }] = await stack.db.query(
      `SELECT count(*)::int AS open FROM payments WHERE status IN ('pending', 'processing')`,
    );
    expect(open).toBe(0);
  });
  const upcoming = await people.get(`/subscriptions/${id}/upcoming`);
  const count = (await people.orders(id)).length;
  stack.clock.set(new Date(upcoming.date));
  await people.renew();
  const failed = stack.log.lines().filter(({ subject }) => subject === id);
  expect(failed).toEqual([]);
  const orders = await people.orders(id);
  expect(orders).toHaveLength(count + 1);
  expect(chargesOf(orders.at(-1))).toEqual(chargesOf(upcoming));
  // Nothing of it is left to be renewed with those that follow.
  await people.send('DELETE', `/subscriptions/${id}`);
};

describe('a preview', () => {
  it(
    'is what is charged, and what comes next',
    () =>
      fc.assert(fc.asyncProperty(life, live), {
        seed,
        numRuns: runs,
        interruptAfterTimeLimit: 40_000 * Math.max(1, runs / 12),
        includeErrorInReport: true,
      }),
    150_000 * Math.max(1, runs / 12),
  );
});
