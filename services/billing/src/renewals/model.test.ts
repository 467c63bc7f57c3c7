/**
 * Random lives of a subscription over two years, in the real system and in a pure model of it: after each step both
 * are the same. MODEL_RUNS: how many lives; MODEL_SEED: certain ones. A failure names its seed and the shortest life
 * that fails.
 */
import { eventually } from '@tessera/kit/test/eventually';
import fc from 'fast-check';
import { z } from 'zod';
import {
  type BillingStack,
  makeBenefit,
  makeDiscount,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { day, subscribersOf } from '../../test/subscribers.ts';
import {
  amountOf,
  apply,
  type Command,
  type Discount,
  type Model,
  refundOf,
  startModel,
} from '../../test/subscription-model.ts';
import type { BenefitRow } from '../catalog/benefits/entity.ts';
import { endDueSubscriptions } from '../endings/subscription.ts';
import { captureDue } from '../payments/sandbox/worker.ts';
import { takePaymentEvent } from '../payments/settlement.ts';

const runs = z.coerce.number().int().positive().default(10).parse(process.env['MODEL_RUNS']);
const seed = z.coerce.number().int().optional().parse(process.env['MODEL_SEED']);
const begins = [
  '2026-01-31T10:00:00.000Z',
  '2027-03-28T00:59:59.000Z',
  '2028-02-29T12:00:00.000Z',
  '2026-12-31T23:59:59.999Z',
];
const prices = [1000, 2999, 3050] as const;
const discounts: Discount[] = [
  { name: 'a third once', basisPoints: 3333, duration: 'once' },
  { name: 'all of the first', basisPoints: 10_000, duration: 'once' },
  { name: 'five dollars for two months', amount: 500, duration: 'repeating', months: 2 },
  { name: 'a quarter for four months', basisPoints: 2500, duration: 'repeating', months: 4 },
  { name: 'a fifth', basisPoints: 2000, duration: 'forever' },
  { name: 'ten dollars', amount: 1000, duration: 'forever' },
];

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
let benefit: BenefitRow;
let products: Map<number, string>;
let discountIds: Map<string, string>;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
  benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
  products = new Map();
  for (const priceAmount of prices) {
    const product = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      price: { priceAmount },
      benefits: [benefit],
    });
    products.set(priceAmount, product.id);
  }
  discountIds = new Map();
  for (const { name, basisPoints = null, amount = null, duration, months = null } of discounts) {
    const { id } = await makeDiscount(stack, {
      organizationId: seller.organizationId,
      name,
      type: amount === null ? 'percentage' : 'fixed',
      basisPoints,
      amount,
      currency: amount === null ? null : 'usd',
      duration,
      durationInMonths: months,
    });
    discountIds.set(name, id);
  }
});
afterAll(() => stack.stop());

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('time' as const), days: fc.integer({ min: 1, max: 34 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('time' as const), days: fc.integer({ min: 35, max: 120 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('card' as const), pays: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      price: fc.constantFrom(...prices),
      behavior: fc.constantFrom('invoice' as const, 'prorate' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('discount' as const),
      to: fc.constantFrom<(Discount | null)[]>(...discounts, null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      which: fc.nat({ max: 40 }),
      quarters: fc.integer({ min: 1, max: 5 }),
      revokes: fc.boolean(),
    }),
  },
  ...(
    [
      ['cancel', 2],
      ['uncancel', 3],
      ['pause', 1],
      ['resume', 2],
      ['retry', 2],
    ] as const
  ).map(([kind, weight]) => ({ weight, arbitrary: fc.constant({ kind } as Command) })),
  { weight: 1, arbitrary: fc.constant({ kind: 'revoke' } as Command) },
);

type Life = { id: string; customerId: string; model: Model; now: number };

const act = async (life: Life, one: Command): Promise<boolean> => {
  const { id, customerId } = life;
  const patch = async (body: object) => (await people.send('PATCH', `/subscriptions/${id}`, body)).status;
  const isTaken = (status: number): boolean => {
    expect([200, 400, 403, 410, 422]).toContain(status);
    return status === 200;
  };
  switch (one.kind) {
    case 'time':
      // Before the clock moves: what renews in the background would else try for money of what is to end.
      await endDue(new Date(life.now));
      stack.clock.set(new Date(life.now));
      await quiet();
      return true;
    case 'card':
      await people.cards(customerId, one.pays ? 'success' : 'declined');
      return true;
    case 'change':
      return isTaken(await patch({ product_id: products.get(one.price), proration_behavior: one.behavior }));
    case 'discount':
      return isTaken(await patch({ discount_id: one.to && discountIds.get(one.to.name) }));
    case 'refund': {
      const { index, amount } = refundOf(life.model, one);
      const order = (await people.orders(id))[index];
      const body = { order_id: order.id, amount, reason: 'other', revoke_benefits: one.revokes };
      return isTaken((await people.send('POST', '/refunds/', body)).status);
    }
    case 'cancel': {
      const status = await patch({ cancel_at_period_end: true });
      await endDue(stack.clock.now());
      return isTaken(status);
    }
    case 'uncancel':
      return isTaken(await patch({ cancel_at_period_end: false }));
    case 'pause':
      return isTaken(await patch({ pause_at_period_end: true }));
    case 'resume':
      return isTaken(await patch({ resume: true }));
    case 'retry': {
      const orders = await people.orders(id);
      const { owed } = life.model;
      const order = owed ? orders[life.model.orders.indexOf(owed.order)] : orders.at(-1);
      return isTaken((await people.send('POST', `/orders/${order.id}/retry-payment`)).status);
    }
    case 'revoke':
      return isTaken(await patch({ revoke: true }));
  }
};

/** What is to end by a time has ended, also where a grant held its row for a moment. */
const endDue = async (now: Date): Promise<void> => {
  await eventually(async () => {
    await endDueSubscriptions({ ...stack.billing, now: () => now });
    const [{ left }] = await stack.db.query(
      'SELECT count(*)::int AS left FROM subscriptions WHERE cancel_at_period_end AND ended_at IS NULL AND ends_at <= $1',
      [now],
    );
    expect(left).toBe(0);
  });
};

/** Renewals are made and charges settled, at once instead of a moment later. */
const quiet = async (): Promise<void> => {
  await people.renew();
  await stack.db.query('UPDATE sandbox_charges SET tell_at = now() WHERE tell_at > now()');
  await captureDue(stack.db, stack.billing.log, (event) => takePaymentEvent(stack.billing, event));
  await eventually(async () => {
    const [{ left }] = await stack.db.query(
      `SELECT count(*)::int AS left FROM payments WHERE status IN ('pending', 'processing')`,
    );
    expect(left).toBe(0);
  });
};

/** Again until nothing follows: money that has come may make another period due. */
const settle = async (): Promise<void> => {
  await quiet();
  await quiet();
};

const check = async ({ id, customerId, model }: Life): Promise<void> => {
  const real = await people.subscription(id);
  expect({
    status: real.status,
    paused: real.paused_at !== null && real.ended_at === null,
    price: real.amount,
    discount: real.discount_id,
    period: [Date.parse(real.current_period_start), Date.parse(real.current_period_end)],
    ending: real.cancel_at_period_end,
    pausing: real.pause_at_period_end && real.ended_at === null,
  }).toEqual({
    status: model.status === 'paused' ? 'unpaid' : model.status,
    paused: model.status === 'paused',
    price: amountOf(model),
    discount: (model.discount && discountIds.get(model.discount.is.name)) ?? null,
    period: [model.start, model.end],
    ending: model.isEnding,
    pausing: model.isPausing && model.status !== 'canceled',
  });
  expect(await people.charged(customerId)).toEqual(model.charged);
};

const checkAll = async ({ id, customerId, model }: Life): Promise<void> => {
  // Not by the API: to it, an order that was given up is one that waits.
  const orders = await stack.db.query(
    `SELECT net_amount AS net, total_amount + applied_balance_amount AS charged, refunded_amount AS refunded, status
     FROM orders WHERE subscription_id = $1 ORDER BY created_at, id`,
    [id],
  );
  expect(orders).toEqual(model.orders);
  const starts = await stack.db.query(
    'SELECT period_start FROM renewals WHERE subscription_id = $1 AND period_start IS NOT NULL',
    [id],
  );
  expect(new Set(starts.map(({ period_start: start }: { period_start: Date }) => +start)).size).toBe(
    starts.length,
  );
  const [ledger] = await stack.db.query(
    `SELECT coalesce(sum(amount), 0)::int AS amount FROM customer_balances WHERE customer_id = $1`,
    [customerId],
  );
  expect(ledger.amount).toBe(model.balance);
  await eventually(async () => {
    const types = stack.events.about(id).map((subject) => subject.split('.').at(-1));
    expect(types.filter((type) => type !== 'failed')).toEqual(model.events);
    expect(await people.grants(customerId)).toEqual(model.status === 'active' ? [benefit.id] : []);
  });
};

/** From the first period on each begins where the last one ended, unless there was none in between. */
const checkPeriods = ({ periods }: Model): void => {
  for (const [index, [start, end]] of periods.entries()) {
    expect(end).toBeGreaterThan(start);
    const before = periods[index - 1];
    if (before) expect(start).toBeGreaterThanOrEqual(before[1]);
  }
};

const live = async (begin: string, discount: Discount | null, commands: Command[]): Promise<void> => {
  stack.clock.set(new Date(begin));
  const { id, customerId } = await people.subscribe(
    {},
    { body: { products: [products.get(1000)], discount_id: discount && discountIds.get(discount.name) } },
  );
  const now = Date.parse(begin);
  const life: Life = { id, customerId, model: startModel(1000, discount, now), now };
  for (const one of commands) {
    if (one.kind === 'time') life.now += one.days * day;
    const isTaken = await act(life, one);
    await settle();
    expect([one, isTaken]).toEqual([one, apply(life.model, one, life.now)]);
    await check(life);
    if (life.now - now > 730 * day) break;
  }
  await checkAll(life);
  checkPeriods(life.model);
};

describe('a subscription over two years', () => {
  it(
    'is what its model is, to the cent',
    () =>
      fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...begins),
          fc.constantFrom<(Discount | null)[]>(null, null, ...discounts),
          fc.array(command, { minLength: 5, maxLength: 26, size: 'max' }),
          live,
        ),
        {
          numRuns: runs,
          ...(seed !== undefined && { seed }),
          interruptAfterTimeLimit: 45_000 * Math.max(1, runs / 10),
          includeErrorInReport: true,
        },
      ),
    120_000 * Math.max(1, runs / 10),
  );
});
