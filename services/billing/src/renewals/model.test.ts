/**
 * Random lives of a subscription over two years, in the real system and in a pure model of it: after each step both
 * are the same. MODEL_RUNS: how many lives; MODEL_SEED: certain ones. A failure names its seed and the shortest life
 * that fails.
 */
import { eventually } from '@tessera/kit/test/eventually';
import fc from 'fast-check';
import {
  type BillingStack,
  makeBenefit,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { modelRuns } from '../../test/model-runs.ts';
import { day, subscribersOf } from '../../test/subscribers.ts';
import { begins, commandOf, discounts, livesOf, makeDiscounts } from '../../test/subscription-lives.ts';
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

const plans = [
  { price: 1000, interval: 'month' },
  { price: 2999, interval: 'month' },
  { price: 3050, interval: 'month' },
  { price: 777, interval: 'week' },
  { price: 19_999, interval: 'year' },
] as const;
let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
let lives: ReturnType<typeof livesOf>;
let benefit: BenefitRow;
let products: Map<number, string>;
let discountIds: Map<string, string>;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
  lives = livesOf(stack, people);
  benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
  products = new Map();
  for (const { price: priceAmount, interval: recurringInterval } of plans) {
    const product = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval,
      price: { priceAmount },
      benefits: [benefit],
    });
    products.set(priceAmount, product.id);
  }
  discountIds = await makeDiscounts(stack, seller);
});
afterAll(() => stack.stop());

const command = commandOf({
  weight: 4,
  arbitrary: fc
    .record({
      kind: fc.constant('change' as const),
      // Most changes keep the interval.
      plan: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...plans.slice(0, 3)) },
        { weight: 1, arbitrary: fc.constantFrom(...plans) },
      ),
      behavior: fc.constantFrom('invoice' as const, 'prorate' as const),
    })
    .map(({ plan, ...change }) => ({ ...plan, ...change })),
});

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
      await lives.endDue(new Date(life.now));
      stack.clock.set(new Date(life.now));
      await lives.quiet();
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
      await lives.endDue(stack.clock.now());
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
  const [begun] = await stack.db.query(
    `SELECT count(*) AS orders, count(DISTINCT (period_start, empty_before)) AS periods
     FROM renewals WHERE subscription_id = $1 AND period_start IS NOT NULL`,
    [id],
  );
  expect(begun.orders).toBe(begun.periods);
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
    expect(end).toBeGreaterThanOrEqual(start);
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
    await lives.settle();
    expect([one, isTaken]).toEqual([one, apply(life.model, one, life.now)]);
    await check(life);
    if (life.now - now > 730 * day) break;
  }
  await checkAll(life);
  checkPeriods(life.model);
};

describe('a subscription over two years', () => {
  it('is what its model is, to the cent', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...begins),
        fc.constantFrom<(Discount | null)[]>(null, null, ...discounts),
        fc.array(command, { minLength: 5, maxLength: 26, size: 'max' }),
        live,
      ),
      modelRuns({ usual: 10, limit: 45_000 }),
    ));
});
