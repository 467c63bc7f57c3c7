/** Credit of a period is whole, and nothing of the period before is taken from it, however the period begins. */
import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../../test/factories.ts';
import { confirm, untilStatus } from '../../../test/purchases.ts';
import { subscribersOf } from '../../../test/subscribers.ts';
import { endDueSubscriptions } from '../../endings/subscription.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
});
afterAll(() => stack.stop());

const post = async (path: string, body: object) => {
  const organization = { organization_id: seller.organizationId };
  const { status, text, body: made } = await people.send('POST', path, { ...organization, ...body });
  if (status !== 201) throw new Error(text);
  return made;
};
const creditOf = (meterId: string, units: number, rollover = false) =>
  post('/benefits/', {
    type: 'meter_credit',
    description: `${units} calls`,
    properties: { meter_id: meterId, units, rollover },
  });

/** Whether the plan also charges for the units of the meter; `isFlat`: in addition to a fixed price. */
type Priced = { meterId: string; isPriced: boolean; isFlat?: boolean };

const planOf = async (
  { meterId, isPriced, isFlat = !isPriced, isFree = false }: Priced & { isFree?: boolean },
  benefitId: string | null,
  interval: string | null = 'month',
  amount = 1000,
) => {
  const flat = isFree ? { amount_type: 'free' } : { amount_type: 'fixed', price_amount: amount };
  const metered = { amount_type: 'metered_unit', meter_id: meterId, unit_amount: `${amount / 10}` };
  const { id } = await post('/products/', {
    name: 'A plan',
    recurring_interval: interval,
    prices: [...(isFlat ? [flat] : []), ...(isPriced ? [metered] : [])],
    organization_id: seller.organizationId,
  });
  const benefits = benefitId ? [benefitId] : [];
  expect((await people.send('POST', `/products/${id}/benefits`, { benefits })).status).toBe(200);
  return id as string;
};

/** Sells a product, to a customer if one is given; returns the order. */
const sell = async (productId: string, known: object = {}) => {
  const { body: checkout } = await people.send('POST', '/checkouts/', { products: [productId], ...known });
  const path = `/checkouts/client/${checkout.client_secret}`;
  const isKnown = Object.keys(known).length > 0;
  expect((await confirm(stack, path, isKnown ? { customer_email: undefined } : {})).status).toBe(200);
  await untilStatus(stack, path, 'succeeded');
  return (await people.get(`/orders/?checkout_id=${checkout.id}`)).items[0];
};

/** A pack of 50 units that roll over, bought once. */
const sellPack = async (meter: Priced, customerId?: string) => {
  const { id } = await creditOf(meter.meterId, 50, true);
  const productId = await planOf({ ...meter, isPriced: false, isFlat: true }, id, null);
  return sell(productId, customerId ? { customer_id: customerId } : {});
};

const use = async (customerId: string, units: number): Promise<void> => {
  const events = Array.from({ length: units }, () => ({ name: 'call', customer_id: customerId }));
  const as = tokenOf(seller.organizationId, 'events:write');
  expect((await stack.send('POST', '/events/ingest', { as, body: { events } })).status).toBe(200);
};

/** Waits until a customer's meter shows these units used and credited. */
const shows = (customerId: string, units: [consumed: number, credited: number]) =>
  eventually(async () => {
    const { items } = await people.get(`/customer-meters/?customer_id=${customerId}`);
    const [{ consumed_units, credited_units }] = items;
    expect([consumed_units, credited_units]).toEqual(units);
  });

/** Waits until a subscription gives this benefit alone, and its meter and the customer's show the same credit. */
const settled = async (
  { id, customerId }: { id: string; customerId: string },
  { benefitId, credit, isPriced }: { benefitId: string; credit: number; isPriced: boolean },
) => {
  await eventually(async () => expect(await people.grants(customerId)).toEqual([benefitId]));
  await shows(customerId, [0, credit]);
  const { meters } = await people.subscription(id);
  expect(meters.map((it: { credited_units: number }) => it.credited_units)).toEqual(isPriced ? [credit] : []);
};

/** A subscription with a credit of 100 units, 60 of which are used. */
const start = async (isPriced: boolean, { rollover = false, isFree = false, isFlat = !isPriced } = {}) => {
  const { id: meterId } = await makeMeter(stack, { organizationId: seller.organizationId });
  const meter = { meterId, isPriced, isFree, isFlat };
  const benefit = await creditOf(meterId, 100, rollover);
  const productId = await planOf(meter, benefit.id);
  const order = await sell(productId);
  const sold = { id: order.subscription_id as string, customerId: order.customer_id as string };
  await shows(sold.customerId, [0, 100]);
  await use(sold.customerId, 60);
  await shows(sold.customerId, [60, 100]);
  return { ...sold, meter, benefitId: benefit.id as string };
};
const patch = async (id: string, body: object): Promise<void> => {
  const { status, text } = await people.send('PATCH', `/subscriptions/${id}`, body);
  if (status !== 200) throw new Error(text);
};
const nextMonth = '2026-05-01T00:00:00.000Z';

describe.each([
  ['of a meter that is charged for', true],
  ['of a meter without a price', false],
])('credit %s', (_what, isPriced) => {
  it('is whole after a payment that failed at first', async () => {
    const { benefitId, ...sold } = await start(isPriced);
    await people.cards(sold.customerId, 'declined');
    if (isPriced) await use(sold.customerId, 100);
    await people.moveTo(nextMonth);
    await people.is(sold.id, 'past_due');
    await eventually(async () => expect(await people.grants(sold.customerId)).toEqual([]));
    await people.cards(sold.customerId, 'success');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await settled(sold, { benefitId, credit: 100, isPriced });
  });

  it.each([
    ['whole', false, 0, 100],
    ['beside what rolled over', true, 40, 140],
  ])('is %s after a late payment', async (_what, rollover, meanwhile, credit) => {
    const { benefitId, ...sold } = await start(isPriced, { rollover, isFlat: true });
    await people.cards(sold.customerId, 'declined');
    await people.moveTo(nextMonth);
    await people.is(sold.id, 'past_due');
    await eventually(async () => expect(await people.grants(sold.customerId)).toEqual([]));
    await shows(sold.customerId, [0, meanwhile]);
    await people.cards(sold.customerId, 'success');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await settled(sold, { benefitId, credit, isPriced });
  });

  it.each([
    ['whole', false, 0, 100],
    ['beside what rolled over', true, 40, 140],
  ])('is %s after a pause, for the subscription, too', async (_what, rollover, meanwhile, credit) => {
    const { benefitId, ...sold } = await start(isPriced, { rollover });
    await patch(sold.id, { pause_at_period_end: true });
    await people.moveTo(nextMonth);
    await eventually(async () => expect(await people.grants(sold.customerId)).toEqual([]));
    await shows(sold.customerId, [0, meanwhile]);
    stack.clock.set(new Date('2026-05-10T00:00:00.000Z'));
    await patch(sold.id, { resume: true });
    await settled(sold, { benefitId, credit, isPriced });
  });

  it.each([
    ['paused', () => Promise.resolve()],
    ['past due', (customerId: string) => people.cards(customerId, 'declined')],
  ])('that rolls over ends with a subscription that was %s', async (state, before) => {
    const { id, customerId } = await start(isPriced, { rollover: true, isFlat: true });
    await before(customerId);
    if (state === 'paused') await patch(id, { pause_at_period_end: true });
    await people.moveTo(nextMonth);
    await shows(customerId, [0, 40]);
    expect(await people.grants(customerId)).toEqual([]);
    await people.send('DELETE', `/subscriptions/${id}`);
    await shows(customerId, [0, 0]);
  });

  it('is not given twice where a change of plan was paid late, and stays if it rolls over', async () => {
    const { benefitId, meter, ...sold } = await start(isPriced, { rollover: true, isFlat: true });
    const dearer = await planOf(meter, benefitId, 'month', 3000);
    await people.cards(sold.customerId, 'declined');
    await patch(sold.id, { product_id: dearer, proration_behavior: 'invoice' });
    await people.is(sold.id, 'past_due');
    const left = isPriced ? [0, 40] : [60, 100];
    await shows(sold.customerId, left as [number, number]);
    await people.cards(sold.customerId, 'success');
    await people.moveTo('2026-04-03T00:00:00.000Z');
    await eventually(async () => expect(await people.grants(sold.customerId)).toEqual([benefitId]));
    await shows(sold.customerId, left as [number, number]);
  });

  it('is given anew where a checkout upgrades a free plan, which begins a period', async () => {
    const { benefitId, meter, ...sold } = await start(false, { isFree: true });
    const paid = await planOf({ ...meter, isPriced, isFree: false, isFlat: !isPriced }, benefitId);
    stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
    await sell(paid, { subscription_id: sold.id });
    await settled(sold, { benefitId, credit: 100, isPriced });
  });

  it('is given anew where another interval begins a period at once', async () => {
    const { benefitId, meter, ...sold } = await start(isPriced);
    const yearly = await planOf(meter, benefitId, 'year');
    stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
    await patch(sold.id, { product_id: yearly });
    await settled(sold, { benefitId, credit: 100, isPriced });
  });

  it.each([
    ['at once', 'year', 'invoice', '2026-04-16T00:00:00.000Z'],
    ['with the next period', 'month', 'next_period', nextMonth],
  ])('of another plan that comes %s loses nothing of the former one', async (_when, interval, how, at) => {
    const { meter, ...sold } = await start(isPriced);
    const { id: benefitId } = await creditOf(meter.meterId, 500);
    const other = await planOf(meter, benefitId, interval);
    if (how === 'invoice') stack.clock.set(new Date(at));
    await patch(sold.id, { product_id: other, proration_behavior: how });
    await people.moveTo(at);
    await settled(sold, { benefitId, credit: 500, isPriced });
  });
});

describe('credit within a period', () => {
  it('pays for units of a plan that charges for them, as far as it is left', async () => {
    const { benefitId, meter, ...sold } = await start(false);
    const priced = await planOf({ ...meter, isPriced: true, isFlat: false }, benefitId);
    stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
    await patch(sold.id, { product_id: priced, proration_behavior: 'invoice' });
    expect((await people.subscription(sold.id)).meters).toMatchObject([
      { consumed_units: 0, credited_units: 40, amount: 0 },
    ]);
    await shows(sold.customerId, [60, 100]);
    await use(sold.customerId, 43);
    await shows(sold.customerId, [103, 100]);
    await people.moveTo(nextMonth);
    const { items } = await people.ordered(sold.id, 3);
    expect(items.at(-1)).toMatchObject({ amount: 300 });
    await settled(sold, { benefitId, credit: 100, isPriced: true });
  });

  it('of a new period is given after its grants were locked, as when they are revoked', async () => {
    const { benefitId, meter: _meter, ...sold } = await start(false);
    const { db } = stack.billing;
    await db.transaction(async (em) => {
      await em.query('SELECT 1 FROM benefit_grants WHERE subscription_id = $1 FOR UPDATE', [sold.id]);
      await people.moveTo(nextMonth);
      await eventually(async () => {
        const waiting = await db.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%benefit_grants%'`,
        );
        expect(waiting).not.toEqual([]);
      });
      await em.query('SELECT 1 FROM customer_meters WHERE customer_id = $1 FOR UPDATE NOWAIT', [
        sold.customerId,
      ]);
    });
    await settled(sold, { benefitId, credit: 100, isPriced: false });
  });
});

describe('a pack of credit', () => {
  let meter: Priced;
  beforeEach(async () => {
    const { id } = await makeMeter(stack, { organizationId: seller.organizationId });
    meter = { meterId: id, isPriced: true };
  });
  const metersOf = async (id: string) =>
    (await people.subscription(id)).meters.map((it: Record<string, number>) => [
      it['consumed_units'],
      it['credited_units'],
      it['amount'],
    ]);

  it('pays for the first units of a plan that begins later, as far as it is left', async () => {
    const { customer_id: customerId } = await sellPack(meter);
    await shows(customerId, [0, 50]);
    await use(customerId, 20);
    await shows(customerId, [20, 50]);
    const benefit = await creditOf(meter.meterId, 5);
    const plan = await planOf(meter, benefit.id);
    const { subscription_id: id } = await sell(plan, { customer_id: customerId });
    await shows(customerId, [20, 55]);
    expect(await metersOf(id)).toEqual([[0, 35, 0]]);
    await use(customerId, 40);
    await shows(customerId, [60, 55]);
    expect(await metersOf(id)).toEqual([[40, 35, 500]]);
    await people.moveTo(nextMonth);
    expect(await people.ordered(id, 2)).toMatchObject({ total_amount: 500 });
    await shows(customerId, [0, 5]);
    expect(await metersOf(id)).toEqual([[0, 5, 0]]);
  });

  it.each([
    ['by a checkout', 'upgrade'],
    ['at once, with a period of its own', 'year'],
    ['with the next period', 'next_period'],
    ['within the period', 'month'],
  ])('pays for units of a plan that is changed to %s', async (_how, how) => {
    const isFree = how === 'upgrade';
    const first = await planOf({ ...meter, isPriced: false, isFree }, null);
    const { customer_id: customerId, subscription_id: id } = await sell(first);
    await sellPack(meter, customerId);
    await shows(customerId, [0, 50]);
    await use(customerId, 20);
    await shows(customerId, [20, 50]);
    const plan = await planOf(meter, null, how === 'year' ? 'year' : 'month');
    if (how === 'upgrade') await sell(plan, { subscription_id: id });
    else await patch(id, { product_id: plan, ...(how === 'next_period' && { proration_behavior: how }) });
    if (how === 'next_period') await people.moveTo(nextMonth);
    await eventually(async () => expect(await metersOf(id)).toEqual([[0, 30, 0]]));
    await use(customerId, 33);
    await shows(customerId, [53, 50]);
    expect(await metersOf(id)).toEqual([[33, 30, 300]]);
  });

  it('pays for units after the pause in which it was bought and used', async () => {
    const { customer_id: customerId, subscription_id: id } = await sell(await planOf(meter, null));
    await patch(id, { pause_at_period_end: true });
    await people.moveTo(nextMonth);
    await sellPack(meter, customerId);
    await use(customerId, 10);
    await shows(customerId, [10, 50]);
    stack.clock.set(new Date('2026-05-10T00:00:00.000Z'));
    await patch(id, { resume: true });
    expect(await metersOf(id)).toEqual([[0, 40, 0]]);
    await shows(customerId, [0, 40]);
    await use(customerId, 45);
    await shows(customerId, [45, 40]);
    expect(await metersOf(id)).toEqual([[45, 40, 500]]);
  });
});

describe('a pack of credit beside a plan', () => {
  it.each([
    ['ends', { cancel_at_period_end: true }],
    ['is paused', { pause_at_period_end: true }],
  ])('stays when a plan %s whose own credit was used first', async (_how, body) => {
    const { id, customerId, meter: own } = await start(true);
    await sellPack(own, customerId);
    await use(customerId, 50);
    await shows(customerId, [110, 150]);
    await patch(id, body);
    await people.moveTo(nextMonth);
    await endDueSubscriptions(stack.billing);
    await eventually(async () => expect(await people.grants(customerId)).toHaveLength(1));
    await shows(customerId, [0, 40]);
  });
});
