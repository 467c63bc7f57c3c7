/**
 * Random years of a subscription in which anything may change, also what the model of `model.test.ts` does not know:
 * interval, taxes and their places, prices, trials. After each step the books must be right, whatever they are about.
 * MODEL_RUNS: how many years; MODEL_SEED: certain ones.
 */
import { eventually } from '@tessera/kit/test/eventually';
import fc from 'fast-check';
import {
  type BillingStack,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { modelRuns } from '../../test/model-runs.ts';
import { customerOf } from '../../test/portal.ts';
import { day, subscribersOf } from '../../test/subscribers.ts';
import {
  begins,
  type Common,
  commandOf,
  discounts,
  livesOf,
  makeDiscounts,
} from '../../test/subscription-lives.ts';
import type { Discount } from '../../test/subscription-model.ts';
import { claimSentBack, markRefundEmitted } from '../payments/sandbox/refunds.ts';
import { sandboxPlace } from '../payments/sandbox/rules.ts';
import { takeRefundEvent } from '../refunds/complete.ts';
import { isChargedAgain } from './periods/charged.ts';

/** `priceAmount` null: it charges for use alone. */
type Plan = Pick<Parameters<typeof makeProduct>[1], 'recurringInterval' | 'taxBehavior'> & {
  priceAmount: number | null;
};
const plans: Plan[] = [
  { recurringInterval: 'month', taxBehavior: 'exclusive', priceAmount: 1000 },
  { recurringInterval: 'month', taxBehavior: 'inclusive', priceAmount: 2999 },
  { recurringInterval: 'month', taxBehavior: 'exclusive', priceAmount: 3050 },
  { recurringInterval: 'week', taxBehavior: 'inclusive', priceAmount: 777 },
  { recurringInterval: 'year', taxBehavior: 'exclusive', priceAmount: 19_999 },
  { recurringInterval: 'month', taxBehavior: 'inclusive', priceAmount: null },
];
const places = [
  { country: 'FR' },
  { country: 'HU' },
  { country: 'US', state: 'US-NY', postal_code: '10001', city: 'New York', line1: '1 Main St' },
];

const outcomes = ['success', 'fails_later', 'lost_card', 'refund_fails_later'] as const;

type Step =
  | Common
  | { kind: 'outcome'; of: (typeof outcomes)[number] }
  | { kind: 'use'; units: number }
  | { kind: 'change'; to: number; behavior: 'invoice' | 'prorate' | 'next_period' }
  | { kind: 'move'; to: number }
  | { kind: 'trial' };

const index = (list: readonly unknown[]) => fc.nat({ max: list.length - 1 });
const step: fc.Arbitrary<Step> = commandOf<Step>(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      to: index(plans),
      behavior: fc.constantFrom(
        'invoice' as const,
        'invoice' as const,
        'prorate' as const,
        'next_period' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), to: index(places) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'trial' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('outcome' as const), of: fc.constantFrom(...outcomes) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('use' as const), units: fc.integer({ min: 1, max: 40 }) }),
  },
);

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
let lives: ReturnType<typeof livesOf>;
let products: string[];
let discountIds: Map<string, string>;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
  lives = livesOf(stack, people);
  const { organizationId } = seller;
  for (const country of ['FR', 'HU']) {
    const registered = { country, valid_from: '2020-01-01T00:00:00Z', organization_id: organizationId };
    expect((await people.send('POST', '/tax-registrations', registered)).status).toBe(201);
  }
  products = [];
  const meter = await makeMeter(stack, { organizationId });
  const metered = { amountType: 'metered_unit', meterId: meter.id, meter, unitAmount: '33.3' } as const;
  for (const { priceAmount, ...plan } of plans) {
    const price = priceAmount === null ? metered : { priceAmount };
    products.push((await makeProduct(stack, { organizationId, ...plan, price })).id);
  }
  discountIds = await makeDiscounts(stack, seller);
});
afterAll(() => stack.stop());

/** `begun`: when it was bought. `used`: units of the meter. */
type Life = { id: string; customerId: string; begun: number; now: number; used: number; hasMoved: boolean };

const patches = {
  cancel: { cancel_at_period_end: true },
  uncancel: { cancel_at_period_end: false },
  pause: { pause_at_period_end: true },
  resume: { resume: true },
  revoke: { revoke: true },
  trial: { trial_end: 'now' },
};

const act = async (life: Life, one: Step): Promise<void> => {
  const { id, customerId } = life;
  const path = `/subscriptions/${id}`;
  const patch = async (body: object) => {
    const { status, text } = await people.send('PATCH', path, body);
    if (![200, 400, 403, 410, 422].includes(status)) throw new Error(`${status} ${text}`);
    return status === 200;
  };
  switch (one.kind) {
    case 'time':
      return pass(life, one.days);
    case 'card':
      await people.cards(customerId, one.pays ? 'success' : 'declined');
      return;
    case 'outcome':
      await people.cards(customerId, one.of);
      return;
    case 'use': {
      life.used += one.units;
      const events = Array.from({ length: one.units }, () => ({ name: 'call', customer_id: customerId }));
      const as = tokenOf(seller.organizationId, 'events:write');
      expect((await stack.send('POST', '/events/ingest', { as, body: { events } })).status).toBe(200);
      await untilCounted();
      return;
    }
    case 'change':
      return change(life, { product_id: products[one.to], proration_behavior: one.behavior });
    case 'discount':
      await patch({ discount_id: one.to && discountIds.get(one.to.name) });
      return;
    case 'move': {
      life.hasMoved = true;
      const as = customerOf(seller, customerId);
      const body = { billing_address: places[one.to] };
      expect((await stack.send('PATCH', '/customer-portal/customers/me', { as, body })).status).toBe(200);
      return;
    }
    case 'refund': {
      const orders = await people.orders(id);
      const order = orders[one.which % orders.length];
      const left = order.net_amount - order.refunded_amount;
      const amount = one.quarters > 4 ? left + 1 : Math.max(1, Math.floor((left * one.quarters) / 4));
      const body = { order_id: order.id, amount, reason: 'other', revoke_benefits: false };
      const { status, text } = await people.send('POST', '/refunds/', body);
      if (![200, 400, 403, 404, 422].includes(status)) throw new Error(`${status} ${text}`);
      return;
    }
    case 'retry':
      await people.send('POST', `/orders/${(await people.orders(id)).at(-1).id}/retry-payment`);
      return;
    default:
      await patch(patches[one.kind]);
      if (one.kind === 'cancel' || one.kind === 'trial') await lives.endDue(stack.clock.now());
  }
};

/** What was said to come is what comes, where no period is missed. */
const pass = async (life: Life, days: number): Promise<void> => {
  const { id } = life;
  const before = await people.orders(id);
  const { cancel_at_period_end: isEnding, meters } = await people.subscription(id);
  const upcoming = await people.send('GET', `/subscriptions/${id}/upcoming`);
  const [said] = await stack.db.query(
    `SELECT coalesce(${isChargedAgain('subscriptions')}, false) AS "isCharged" FROM subscriptions WHERE id = $1`,
    [id],
  );
  life.now += days * day;
  await lives.endDue(new Date(life.now));
  stack.clock.set(new Date(life.now));
  await lives.settle();
  const next = (await people.orders(id))
    .slice(before.length)
    .find((order: { billing_reason: string }) => order.billing_reason === 'subscription_cycle');
  if (upcoming.status === 200 && next && days < 30) {
    expect({ ...next, ...factsOf(upcoming.body) }).toEqual(next);
  }
  const after = await people.subscription(id);
  if (!isEnding || after.ended_at === null || before.at(-1).status !== 'paid' || life.hasMoved) return;
  const isCharged = next !== undefined && next.total_amount > 0;
  // Where use is paid for, it cannot be known.
  if (isCharged || meters.length === 0) expect([next, said.isCharged]).toEqual([next, isCharged]);
};

/** What is told of an order before it is placed. */
const factsOf = ({
  subtotal_amount,
  discount_amount,
  net_amount,
  tax_amount,
  total_amount,
}: Record<string, number>) => ({
  subtotal_amount,
  discount_amount,
  net_amount,
  tax_amount,
  total_amount,
});

const untilCounted = () =>
  eventually(async () => expect(await stack.db.query('SELECT 1 FROM usage_batches LIMIT 1')).toEqual([]));

/** Banks return refunds at once. */
const returnRefunds = async (): Promise<void> => {
  await stack.db.query('UPDATE sandbox_refunds SET tell_at = now() WHERE tell_at > now()');
  for (const { id, refundId } of await claimSentBack(stack.db, 50)) {
    const event = { place: sandboxPlace, refundId, processorId: id, status: 'failed' as const };
    await takeRefundEvent(stack.billing, event);
    await markRefundEmitted(stack.db, id);
  }
};

/** What the preview says is charged now. */
const change = async (life: Life, body: object): Promise<void> => {
  const path = `/subscriptions/${life.id}`;
  const before = await people.orders(life.id);
  const preview = await people.send('POST', `${path}/preview`, body);
  const changed = await people.send('PATCH', path, body);
  expect([body, changed.status, changed.text]).toEqual([body, preview.status, expect.any(String)]);
  if (changed.status !== 200) return;
  const [placed] = (await people.orders(life.id)).slice(before.length);
  const facts = (order: Record<string, unknown> | undefined | null) =>
    order && [order['total_amount'], order['tax_amount'], order['applied_balance_amount']];
  expect([body, facts(placed) ?? null]).toEqual([body, facts(preview.body.invoice) ?? null]);
};

/** What does not add up in the books of a customer. */
const findFaults = async ({ id, customerId, begun, used }: Life): Promise<unknown[]> => {
  const faults: unknown[] = [];
  const orders = await stack.db.query(
    `SELECT o.id, o.status, o.subtotal_amount AS subtotal, o.discount_amount AS discount, o.net_amount AS net,
       o.tax_amount AS tax, o.total_amount AS total, o.applied_balance_amount AS applied,
       o.refunded_amount AS refunded, o.refunded_tax_amount AS "refundedTax", o.tax_details AS details,
       r.period_start AS begun, items.amount AS items, items.tax AS "itemsTax"
     FROM orders o LEFT JOIN renewals r ON r.order_id = o.id,
       LATERAL (SELECT sum(amount)::int AS amount, sum(tax_amount)::int AS tax FROM order_items WHERE order_id = o.id) items
     WHERE o.customer_id = $1 ORDER BY o.created_at, o.id`,
    [customerId],
  );
  const must = (isTrue: boolean, what: string, about: unknown): void => {
    if (!isTrue) faults.push([what, about]);
  };
  for (const order of orders) {
    const { subtotal, discount, net, tax, total, applied, refunded, refundedTax, details } = order;
    const due = total + applied;
    must(order.items === subtotal, 'lines add up', order);
    must(order.itemsTax === tax, 'tax of lines adds up', order);
    must(net + tax === total, 'net and tax are the total', order);
    must((details?.behavior === 'inclusive' ? total : net) === subtotal - discount, 'terms', order);
    must(discount >= 0, 'discount', order);
    must(due === 0 || due >= 50, 'what is charged', order);
    must(refunded <= Math.max(net, 0) && refundedTax <= Math.max(tax, 0), 'what is refunded', order);
    const lines = (details?.lines ?? []) as { amount: number }[];
    must(lines.reduce((sum, { amount }) => sum + amount, 0) === tax, 'tax by rate', order);
  }
  const counted = orders.filter(({ status }: { status: string }) => status !== 'void');
  const sum = (of: (order: Record<string, number>) => number): number =>
    counted.reduce((all: number, order: Record<string, number>) => all + of(order), 0);
  const [money] = await stack.db.query(
    `SELECT (SELECT coalesce(sum(c.amount), 0)::int FROM sandbox_charges c JOIN payments p ON p.id = c.payment_id
         WHERE p.customer_id = $1 AND c.status = 'succeeded') AS charged,
       (SELECT coalesce(sum(r.amount), 0)::int FROM sandbox_refunds r JOIN sandbox_charges c ON c.id = r.charge_id
         JOIN payments p ON p.id = c.payment_id WHERE p.customer_id = $1 AND r.status = 'succeeded') AS refunded,
       (SELECT coalesce(sum(amount), 0)::int FROM customer_balances WHERE customer_id = $1) AS balance,
       (SELECT coalesce(sum(t.amount), 0)::int FROM wallet_transactions t
         JOIN customer_balances b ON b.id = t.wallet_id WHERE b.customer_id = $1) AS moved`,
    [customerId],
  );
  const pending = counted
    .filter(({ status }: { status: string }) => status === 'pending')
    .reduce(
      (all: number, { total, applied }: { total: number; applied: number }) => all + total + applied,
      0,
    );
  const sold = sum(({ total = 0, refunded = 0, refundedTax = 0 }) => total - refunded - refundedTax);
  const kept = money.charged - money.refunded;
  must(kept + pending === sold + money.balance, 'money, sales and credit', { money, pending, sold });
  must(money.moved === money.balance, 'the wallet', money);
  must(kept >= Math.max(money.balance, 0), 'no more is given than was taken', { money });
  must(sold >= 0, 'sales', { sold });
  const taxes = sum(({ tax = 0, refundedTax = 0 }) => tax - refundedTax);
  must(taxes >= 0, 'tax', { taxes });
  const [usage] = await stack.db.query(
    `SELECT (SELECT coalesce(sum(consumed_units::numeric), 0)::float8 FROM usage_entries WHERE subscription_id = $1)
       + (SELECT coalesce(sum(consumed_units), 0) FROM subscription_meters WHERE subscription_id = $1) AS units`,
    [id],
  );
  must(usage.units <= used, 'use is charged once', { usage, used });
  const [row] = await stack.db.query('SELECT * FROM subscriptions WHERE id = $1', [id]);
  if (row.status !== 'active' && row.status !== 'trialing') return faults;
  must(row.current_period_end > stack.clock.now(), 'periods go on', row);
  const ofPeriod = counted.filter(
    ({ begun }: { begun: Date | null }) => +(begun ?? 0) === +row.current_period_start,
  );
  must(+row.current_period_start === begun || ofPeriod.length > 0, 'the period is paid', { row, orders });
  must(row.cancel_at_period_end || pending === 0, 'nothing is owed', { pending });
  return faults;
};

const live = async (
  {
    begin,
    plan,
    discount,
    hasTrial,
  }: { begin: string; plan: number; discount: Discount | null; hasTrial: boolean },
  steps: Step[],
): Promise<void> => {
  stack.clock.set(new Date(begin));
  const sold = {
    products: [products[plan]],
    discount_id: discount && discountIds.get(discount.name),
    ...(hasTrial && { trial_interval: 'day', trial_interval_count: 10 }),
  };
  const { id, customerId } = await people.subscribe({}, { body: sold });
  const begun = Date.parse(begin);
  const life: Life = { id, customerId, begun, now: begun, used: 0, hasMoved: false };
  for (const one of steps) {
    await act(life, one);
    await lives.settle();
    await returnRefunds();
    await eventually(async () => expect([one, await findFaults(life)]).toEqual([one, []]));
    if (life.now - begun > 366 * day) break;
  }
};

describe('a year of a subscription', () => {
  it('keeps right books whatever is changed', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          begin: fc.constantFrom(...begins),
          plan: index(plans),
          discount: fc.constantFrom<(Discount | null)[]>(null, null, ...discounts),
          hasTrial: fc.constantFrom(false, false, false, true),
        }),
        fc.array(step, { minLength: 5, maxLength: 22, size: 'max' }),
        live,
      ),
      modelRuns({ usual: 4, limit: 12_000 }),
    ));
});
