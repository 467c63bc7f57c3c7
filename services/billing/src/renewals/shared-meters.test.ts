/** Subscriptions of one customer with the same meter: its credit pays once, and goes on with the one that stays. */
import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { confirm, untilStatus } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { endDueSubscriptions } from '../endings/subscription.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
let meterId: string;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  seller = await makeSeller(stack);
  const { organizationId } = seller;
  await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
    organizationId,
  ]);
  people = subscribersOf(stack, seller);
  meterId = (await makeMeter(stack, { organizationId })).id;
});
afterAll(() => stack.stop());

const post = async (path: string, body: object) => {
  const organization = { organization_id: seller.organizationId };
  const { status, text, body: made } = await people.send('POST', path, { ...organization, ...body });
  if (status !== 201) throw new Error(text);
  return made;
};

type Credit = { units: number; rollover: boolean };

/** A product with a credit; a plan charges 10 cents for a unit, unless it is `flat`. */
const productOf = async (
  interval: 'week' | 'month' | null,
  credit: Credit | null,
  { isFlat = false, ...more }: { isFlat?: boolean } & Record<string, unknown> = {},
) => {
  const prices =
    interval && !isFlat
      ? [{ amount_type: 'metered_unit', meter_id: meterId, unit_amount: '10' }]
      : [{ amount_type: 'fixed', price_amount: 1000 }];
  const { id } = await post('/products/', { name: 'Calls', recurring_interval: interval, prices, ...more });
  if (credit) {
    const properties = { meter_id: meterId, ...credit };
    const benefit = await post('/benefits/', { type: 'meter_credit', description: 'Calls', properties });
    await people.send('POST', `/products/${id}/benefits`, { benefits: [benefit.id] });
  }
  return id as string;
};

const sell = async (productId: string, customerId?: string) => {
  const known = customerId ? { customer_id: customerId } : {};
  const { body: checkout } = await people.send('POST', '/checkouts/', { products: [productId], ...known });
  const path = `/checkouts/client/${checkout.client_secret}`;
  const { status, text } = await confirm(stack, path, customerId ? { customer_email: undefined } : {});
  expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  await untilStatus(stack, path, 'succeeded');
  const [order] = (await people.get(`/orders/?checkout_id=${checkout.id}`)).items;
  return { id: order.subscription_id as string, customerId: order.customer_id as string, order };
};

const use = async (customerId: string, units: number): Promise<void> => {
  const events = Array.from({ length: units }, () => ({ name: 'call', customer_id: customerId }));
  const as = tokenOf(seller.organizationId, 'events:write');
  expect((await stack.send('POST', '/events/ingest', { as, body: { events } })).status).toBe(200);
};

/** Waits until a customer's meter, and subscriptions in turn, show these units used and credited. */
const shows = (
  customerId: string,
  units: [number, number],
  subscriptions: [string, [number, number]][] = [],
) =>
  eventually(async () => {
    const { items } = await people.get(`/customer-meters/?customer_id=${customerId}`);
    const shown = await Promise.all(
      subscriptions.map(async ([id]) => (await people.subscription(id)).meters[0]),
    );
    expect([...items, ...shown].map((it) => [it.consumed_units, it.credited_units])).toEqual([
      units,
      ...subscriptions.map(([, of]) => of),
    ]);
  });

const on = (day: string): Promise<void> => people.moveTo(`2026-${day}T00:00:00.000Z`);
const end = async (id: string) =>
  expect((await people.send('DELETE', `/subscriptions/${id}`)).status).toBe(200);

describe('two subscriptions that charge for one meter', () => {
  it('have its credit once, whichever of them begins a period', async () => {
    const first = await sell(await productOf('month', null));
    const { customerId } = first;
    stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
    const second = await sell(await productOf('month', null), customerId);
    await sell(await productOf(null, { units: 50, rollover: true }), customerId);
    await shows(
      customerId,
      [0, 50],
      [
        [first.id, [0, 50]],
        [second.id, [0, 0]],
      ],
    );
    await on('05-01');
    await shows(
      customerId,
      [0, 50],
      [
        [first.id, [0, 50]],
        [second.id, [0, 0]],
      ],
    );
    await use(customerId, 20);
    await shows(
      customerId,
      [20, 50],
      [
        [first.id, [20, 50]],
        [second.id, [0, 0]],
      ],
    );
    await on('05-10');
    await people.ordered(second.id, 2);
    await shows(
      customerId,
      [20, 50],
      [
        [first.id, [20, 50]],
        [second.id, [0, 0]],
      ],
    );
    await on('06-01');
    await shows(
      customerId,
      [0, 30],
      [
        [first.id, [0, 30]],
        [second.id, [0, 0]],
      ],
    );
  });

  it.each([['at once'], ['with its period']])(
    'leave what the one has left to the other when it ends %s',
    async (how) => {
      const first = await sell(await productOf('month', { units: 100, rollover: false }));
      const { customerId } = first;
      await shows(customerId, [0, 100]);
      stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
      const second = await sell(await productOf('month', { units: 30, rollover: false }), customerId);
      await shows(customerId, [0, 130]);
      await sell(await productOf(null, { units: 50, rollover: true }), customerId);
      await shows(customerId, [0, 180], [[first.id, [0, 180]]]);
      await use(customerId, 110);
      await shows(customerId, [110, 180], [[first.id, [110, 180]]]);
      stack.clock.set(new Date('2026-04-20T00:00:00.000Z'));
      if (how === 'at once') await end(first.id);
      else {
        await people.send('PATCH', `/subscriptions/${first.id}`, { cancel_at_period_end: true });
        await on('05-01');
        await endDueSubscriptions(stack.billing);
      }
      await shows(customerId, [0, 70], [[second.id, [0, 70]]]);
      await use(customerId, 75);
      await shows(customerId, [75, 70], [[second.id, [75, 70]]]);
      await on('05-10');
      expect(await people.ordered(second.id, 2)).toMatchObject({ total_amount: 50 });
      await shows(customerId, [0, 30], [[second.id, [0, 30]]]);
    },
  );

  it('leave the credit to the other when the one moves to a plan without the meter', async () => {
    const first = await sell(await productOf('month', null));
    const { customerId } = first;
    await sell(await productOf(null, { units: 50, rollover: true }), customerId);
    stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
    const second = await sell(await productOf('month', null), customerId);
    await use(customerId, 20);
    await shows(customerId, [20, 50], [[first.id, [20, 50]]]);
    const prices = [{ amount_type: 'fixed', price_amount: 500 }];
    const flat = await post('/products/', { name: 'Flat', recurring_interval: 'month', prices });
    const { status } = await people.send('PATCH', `/subscriptions/${first.id}`, { product_id: flat.id });
    expect(status).toBe(200);
    await shows(customerId, [0, 30], [[second.id, [0, 30]]]);
    await use(customerId, 10);
    await shows(customerId, [10, 30], [[second.id, [10, 30]]]);
  });

  it('leave the credit to the other when the one is given up, or paused', async () => {
    const first = await sell(await productOf('month', null));
    const { customerId } = first;
    await sell(await productOf(null, { units: 50, rollover: true }), customerId);
    await shows(customerId, [0, 50], [[first.id, [0, 50]]]);
    stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
    const [second, third] = [
      await sell(await productOf('month', null), customerId),
      await sell(await productOf('month', null), customerId),
    ];
    await use(customerId, 10);
    await shows(customerId, [10, 50], [[first.id, [10, 50]]]);
    await people.send('PATCH', `/subscriptions/${first.id}`, { pause_at_period_end: true });
    await on('05-01');
    await shows(customerId, [0, 40], [[second.id, [0, 40]]]);
    await use(customerId, 60);
    await shows(customerId, [60, 40], [[second.id, [60, 40]]]);
    await people.cards(customerId, 'declined');
    await on('05-10');
    await people.is(second.id, 'past_due');
    await sell(await productOf(null, { units: 50, rollover: true }), customerId);
    await use(customerId, 20);
    await shows(customerId, [20, 50], [[second.id, [20, 50]]]);
    await people.cards(customerId, 'declined');
    for (const day of ['05-12', '05-17', '05-24', '05-31']) await on(day);
    await people.is(second.id, 'canceled');
    await shows(customerId, [20, 50], [[third.id, [0, 30]]]);
  });

  it.each([['ended'], ['paused']])(
    'are %s after their grants were locked, as when these are given',
    async (how) => {
      const { id, customerId } = await sell(await productOf('month', { units: 5, rollover: false }));
      await shows(customerId, [0, 5]);
      const { db } = stack.billing;
      const pause = { pause_at_period_end: true };
      if (how === 'paused')
        expect((await people.send('PATCH', `/subscriptions/${id}`, pause)).status).toBe(200);
      let ending: Promise<void> | undefined;
      await db.transaction(async (em) => {
        await em.query('SELECT 1 FROM benefit_grants WHERE subscription_id = $1 FOR UPDATE', [id]);
        ending = how === 'ended' ? end(id) : on('05-01');
        await eventually(async () => {
          const waiting = await db.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%benefit_grants%'`,
          );
          expect(waiting).not.toEqual([]);
        });
        await em.query('SELECT 1 FROM customer_meters WHERE customer_id = $1 FOR UPDATE NOWAIT', [
          customerId,
        ]);
      });
      await ending;
      await shows(customerId, [0, 0]);
    },
  );
});

describe('a subscription that credits a meter', () => {
  const flat = { isFlat: true };

  it('for which another charges begins and ends periods of its own', async () => {
    const extra = await sell(await productOf('month', { units: 50, rollover: false }, flat));
    const { customerId } = extra;
    await shows(customerId, [0, 50]);
    stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
    const plan = await sell(await productOf('month', { units: 100, rollover: false }), customerId);
    const both = (units: [number, number]) => shows(customerId, units, [[plan.id, units]]);
    await both([0, 150]);
    await use(customerId, 60);
    await both([60, 150]);
    await on('05-01');
    // Its 50 units of April are over; those of May come. The plan's are used first.
    await people.ordered(extra.id, 2);
    await both([60, 150]);
    await on('05-10');
    await both([0, 150]);
    await use(customerId, 130);
    await both([130, 150]);
    await on('06-01');
    await both([130, 180]);
    await on('06-10');
    await both([0, 150]);
    await use(customerId, 120);
    await both([120, 150]);
    await people.send('PATCH', `/subscriptions/${extra.id}`, { cancel_at_period_end: true });
    await on('07-01');
    await endDueSubscriptions(stack.billing);
    // What was used of it stays paid.
    await both([120, 120]);
    await on('07-10');
    expect(await people.ordered(plan.id, 4)).toMatchObject({ total_amount: 0 });
  });

  it('for which it would charge too, but another does, ends no period of that one', async () => {
    const { id, customerId } = await sell(await productOf('month', { units: 100, rollover: false }));
    stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
    await sell(await productOf('month', { units: 30, rollover: false }), customerId);
    await use(customerId, 110);
    const both = (units: [number, number]) => shows(customerId, units, [[id, units]]);
    await both([110, 130]);
    await on('05-01');
    await both([0, 120]);
    await on('05-10');
    await both([0, 130]);
  });

  describe('and is revoked within its period, after the one that pays was renewed', () => {
    /** Adds as many subscriptions as units to a plan of 100, all renewed in May; `used` units just before the plan was. */
    const renewedWith = async (units: number[], used: number) => {
      const plan = await sell(await productOf('month', { units: 100, rollover: false }));
      const extras: { id: string }[] = [];
      stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
      for (const one of units)
        extras.push(
          await sell(await productOf('month', { units: one, rollover: false }, flat), plan.customerId),
        );
      const both = (shown: [number, number]) => shows(plan.customerId, shown, [[plan.id, shown]]);
      const all = units.reduce((sum, one) => sum + one, 100);
      await both([0, all]);
      await use(plan.customerId, used);
      await both([used, all]);
      await on('05-01');
      await people.ordered(plan.id, 2);
      return { plan, extras: extras.map(({ id }) => id), both };
    };

    it('takes its credit', async () => {
      const { extras, both } = await renewedWith([50], 0);
      await both([0, 150]);
      for (const id of extras) await end(id);
      await both([0, 100]);
    });

    it('leaves paid what was used of it', async () => {
      const { plan, extras, both } = await renewedWith([50], 0);
      await use(plan.customerId, 120);
      await both([120, 150]);
      for (const id of extras) await end(id);
      await both([120, 120]);
      await on('06-01');
      expect(await people.ordered(plan.id, 3)).toMatchObject({ total_amount: 0 });
      await both([0, 100]);
    });

    it('takes nothing of what others have given', async () => {
      const { extras, both } = await renewedWith([50, 50], 140);
      const [one = '', other = ''] = extras;
      // The plan's 100 units were used up first; which of the others' were does not count to its harm.
      await both([0, 160]);
      await end(one);
      await both([0, 150]);
      await end(other);
      await both([0, 100]);
    });

    it('takes no more than is its own where another has given twice since', async () => {
      const plan = await sell(await productOf('month', { units: 100, rollover: false }));
      const { customerId } = plan;
      const both = (shown: [number, number]) => shows(customerId, shown, [[plan.id, shown]]);
      stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
      const extra = await sell(await productOf('month', { units: 50, rollover: false }, flat), customerId);
      stack.clock.set(new Date('2026-04-26T00:00:00.000Z'));
      const ofWeek = await productOf('week', { units: 50, rollover: false }, flat);
      const weekly = await sell(ofWeek, customerId);
      await both([0, 200]);
      await use(customerId, 140);
      await both([140, 200]);
      await on('05-01');
      await people.ordered(plan.id, 2);
      // 10 of the extra ones are left, and the 50 of the week.
      await both([0, 160]);
      await use(customerId, 120);
      await both([120, 160]);
      await on('05-03');
      await people.ordered(weekly.id, 2);
      await both([120, 170]);
      await end(extra.id);
      await both([120, 170]);
      await end(weekly.id);
      await both([120, 120]);
    });

    it('takes no more where the price has changed since', async () => {
      const { plan, extras, both } = await renewedWith([50], 140);
      await both([0, 110]);
      await use(plan.customerId, 30);
      await both([30, 110]);
      stack.clock.set(new Date('2026-05-05T00:00:00.000Z'));
      const [{ benefit_id }] = (await people.get(`/customers/${plan.customerId}/state`)).granted_benefits;
      const prices = [{ amount_type: 'metered_unit', meter_id: meterId, unit_amount: '20' }];
      const dearer = await post('/products/', { name: 'Dearer', recurring_interval: 'month', prices });
      await people.send('POST', `/products/${dearer.id}/benefits`, { benefits: [benefit_id] });
      await people.send('PATCH', `/subscriptions/${plan.id}`, { product_id: dearer.id });
      await both([0, 80]);
      for (const id of extras) await end(id);
      await both([0, 70]);
    });

    it('takes nothing of what rolls over, which is used up last', async () => {
      const plan = await sell(await productOf('month', null));
      await sell(await productOf(null, { units: 50, rollover: true }), plan.customerId);
      stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
      const extra = await sell(
        await productOf('month', { units: 50, rollover: false }, flat),
        plan.customerId,
      );
      const both = (shown: [number, number]) => shows(plan.customerId, shown, [[plan.id, shown]]);
      await both([0, 100]);
      await on('05-01');
      await people.ordered(plan.id, 2);
      await use(plan.customerId, 60);
      await both([60, 100]);
      await end(extra.id);
      await both([60, 100]);
    });
  });

  it('which costs nothing beside another such one takes nothing of what that gave', async () => {
    const { customerId } = await sell(await productOf('month', { units: 100, rollover: false }, flat));
    stack.clock.set(new Date('2026-04-10T00:00:00.000Z'));
    await sell(await productOf('month', { units: 50, rollover: false }, flat), customerId);
    await use(customerId, 120);
    await shows(customerId, [120, 150]);
    await on('05-01');
    await shows(customerId, [0, 130]);
    await on('05-10');
    await shows(customerId, [0, 150]);
  });
});

describe('credit that was bought once', () => {
  it('and ended with a period is not taken from what others have given, when its money goes back', async () => {
    const plan = await sell(await productOf('month', { units: 100, rollover: false }));
    const { order } = await sell(await productOf(null, { units: 50, rollover: false }), plan.customerId);
    const both = (shown: [number, number]) => shows(plan.customerId, shown, [[plan.id, shown]]);
    await both([0, 150]);
    await on('05-01');
    await both([0, 100]);
    const refund = { order_id: order.id, amount: 1000, reason: 'other', revoke_benefits: true };
    expect((await people.send('POST', '/refunds/', refund)).status).toBe(200);
    await eventually(async () => expect(await people.grants(plan.customerId)).toHaveLength(1));
    await both([0, 100]);
  });
});

describe('a trial', () => {
  it.each([['goes on'], ['ends'], ['is ended'], ['ends without a card']])(
    'uses up no credit that was bought, where it %s',
    async (how) => {
      const { customerId } = await sell(await productOf(null, { units: 50, rollover: true }));
      const week = { trial_interval: 'day', trial_interval_count: 7 };
      const { id } = await sell(await productOf('month', { units: 10, rollover: false }, week), customerId);
      await shows(customerId, [0, 60], [[id, [0, 60]]]);
      await use(customerId, 30);
      await shows(customerId, [30, 60], [[id, [30, 60]]]);
      stack.clock.set(new Date('2026-04-03T00:00:00.000Z'));
      if (how === 'is ended') await end(id);
      else {
        if (how === 'ends')
          await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
        if (how === 'ends without a card')
          await stack.db.query('UPDATE payment_methods SET deleted_at = now() WHERE customer_id = $1', [
            customerId,
          ]);
        await on('04-08');
        await endDueSubscriptions(stack.billing);
      }
      const left = how === 'goes on' ? 60 : 50;
      await shows(customerId, [0, left], how === 'goes on' ? [[id, [0, left]]] : []);
    },
  );
});
