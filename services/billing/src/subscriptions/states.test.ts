/** Which change a subscription takes in which state, and how the others are refused (contracts/billing-behaviour.md, section 4). */
import { eventually } from '@tessera/kit/test/eventually';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeDiscount,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { customerOf } from '../../test/portal.ts';
import { subscribersOf } from '../../test/subscribers.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
let better: string;
let discount: string;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
  const { organizationId } = seller;
  better = (
    await makeProduct(stack, { organizationId, recurringInterval: 'month', price: { priceAmount: 3000 } })
  ).id;
  discount = (await makeDiscount(stack, { organizationId })).id;
});
beforeEach(() => stack.clock.set(new Date('2026-04-01T00:00:00.000Z')));
afterAll(() => stack.stop());

const patch = (id: string, body: object) => people.send('PATCH', `/subscriptions/${id}`, body);
const fails = async ({ id, customerId }: Sold): Promise<string> => {
  await people.cards(customerId, 'declined');
  await people.moveTo('2026-05-01T00:00:00.000Z');
  await people.is(id, 'past_due');
  return id;
};
type Sold = { id: string; customerId: string };

/** A subscription in each state. */
const states: Record<string, () => Promise<string>> = {
  active: async () => (await people.subscribe()).id,
  trialing: async () => (await people.subscribe({ trialInterval: 'day', trialIntervalCount: 14 })).id,
  ending: async () => {
    const { id } = await people.subscribe();
    await patch(id, { cancel_at_period_end: true });
    return id;
  },
  pausing: async () => {
    const { id } = await people.subscribe();
    await patch(id, { pause_at_period_end: true });
    return id;
  },
  'past due': async () => fails(await people.subscribe()),
  'past due and ending': async () => {
    const id = await fails(await people.subscribe());
    await patch(id, { cancel_at_period_end: true });
    return id;
  },
  paused: async () => {
    const { id } = await people.subscribe();
    await patch(id, { pause_at_period_end: true });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.is(id, 'unpaid');
    return id;
  },
  unpaid: async () => {
    const id = await fails(await people.subscribe());
    await stack.db.query(`UPDATE subscriptions SET status = 'unpaid' WHERE id = $1`, [id]);
    return id;
  },
  canceled: async () => {
    const { id } = await people.subscribe();
    await people.send('DELETE', `/subscriptions/${id}`);
    return id;
  },
};

const calls: Record<string, (id: string) => ReturnType<typeof patch>> = {
  cancel: (id) => patch(id, { cancel_at_period_end: true }),
  uncancel: (id) => patch(id, { cancel_at_period_end: false }),
  revoke: (id) => patch(id, { revoke: true }),
  delete: (id) => people.send('DELETE', `/subscriptions/${id}`),
  change: (id) => patch(id, { product_id: better, proration_behavior: 'prorate' }),
  schedule: (id) => patch(id, { product_id: better, proration_behavior: 'next_period' }),
  unschedule: (id) => patch(id, { pending_update: null }),
  pause: (id) => patch(id, { pause_at_period_end: true }),
  unpause: (id) => patch(id, { pause_at_period_end: false }),
  resume: (id) => patch(id, { resume: true }),
  discount: (id) => patch(id, { discount_id: discount }),
  'end trial': (id) => patch(id, { trial_end: 'now' }),
  preview: (id) => people.send('POST', `/subscriptions/${id}/preview`, { product_id: better }),
  upcoming: (id) => people.send('GET', `/subscriptions/${id}/upcoming`),
};

const ended = [403, 'AlreadyCanceledSubscription'];
const goesOn = [400, 'BadRequest'];
const gone = [410, 'ResourceUnavailable'];
const wrong = [422, 'RequestValidationError'];
const ok = [200, undefined];

/** By state, in the order of the calls above. */
const answers: Record<string, unknown[][]> = {
  active: [ok, goesOn, ok, ok, ok, ok, ok, ok, ok, goesOn, ok, wrong, ok, ok],
  trialing: [ok, goesOn, ok, ok, ok, ok, ok, ok, ok, goesOn, ok, ok, ok, ok],
  ending: [ended, ok, ok, ok, ended, ended, ok, ended, ended, goesOn, ok, wrong, ended, ended],
  pausing: [ok, goesOn, ok, ok, ok, ok, ok, ok, ok, ok, ok, wrong, ok, ended],
  'past due': [ok, goesOn, ok, ok, ended, ended, ok, ended, ended, goesOn, ok, wrong, ended, ok],
  'past due and ending': [
    ...[ended, goesOn, ok, ok, ended, ended, ok, ended, ended, goesOn, ok, wrong, ended, ended],
  ],
  // Nothing but its end can come of a pause that somebody does not want to end with a payment.
  paused: [ok, goesOn, ok, ok, ended, ended, ok, ended, ended, ok, ended, wrong, ended, ended],
  unpaid: [ended, goesOn, ok, ok, ended, ended, ok, ended, ended, goesOn, ended, wrong, ended, ended],
  canceled: [
    ended,
    gone,
    ended,
    ended,
    ended,
    ended,
    ended,
    ended,
    ended,
    goesOn,
    ended,
    wrong,
    ended,
    ended,
  ],
};

/** The same subscription once more, so that each call finds the state. */
const copyOf = async (id: string): Promise<string> => {
  const copy = uuidv7();
  await stack.db.query(
    `INSERT INTO subscriptions
     SELECT (jsonb_populate_record(sold, jsonb_build_object('id', $2::uuid, 'checkout_id', NULL))).*
     FROM subscriptions sold WHERE sold.id = $1`,
    [id, copy],
  );
  return copy;
};

describe('a subscription', () => {
  it.each(Object.entries(states))(
    'that is %s takes what it can and refuses the rest',
    async (state, make) => {
      const id = await make();
      const met: unknown[] = [];
      for (const [name, call] of Object.entries(calls)) {
        const { status, body } = await call(await copyOf(id));
        met.push([name, status, body?.error]);
      }
      expect(met).toEqual(
        Object.keys(calls).map((name, index) => [name, ...(answers[state]?.[index] ?? [])]),
      );
      for (const [name, call] of Object.entries(calls))
        expect([name, (await call(uuidv7())).status]).toEqual([name, 404]);
    },
  );

  it('that ends and is past due says why it cannot be kept', async () => {
    const id = (await states['past due and ending']?.()) ?? '';
    const { body } = await patch(id, { cancel_at_period_end: false });
    expect(body.detail).toBe('Only an active subscription that is set to cancel can be uncanceled.');
  });

  it('that is paused can be canceled by its customer, ends then, and is not charged', async () => {
    const { id, customerId } = await people.subscribe();
    await patch(id, { pause_at_period_end: true, resumes_at: '2026-06-01T00:00:00Z' });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    const as = customerOf(seller, customerId);
    const canceled = await stack.send('DELETE', `/customer-portal/subscriptions/${id}`, { as });
    expect([canceled.status, canceled.body.cancel_at_period_end]).toEqual([200, true]);
    await eventually(async () => {
      expect(await people.subscription(id)).toMatchObject({
        status: 'canceled',
        ended_at: '2026-05-01T00:00:00.000Z',
      });
    });
    expect((await patch(id, { resume: true })).status).toBe(400);
    await people.moveTo('2026-06-02T00:00:00.000Z');
    expect(await people.charged(customerId)).toEqual([]);
    const about = stack.events.about(id).map((subject) => subject.split('.').at(-1));
    expect(about).toEqual([
      ...['created', 'active', 'updated', 'pause_planned', 'updated', 'revoked'],
      ...['updated', 'canceled', 'updated'],
    ]);
  });

  it('that is past due lets go of a change that was to come', async () => {
    const { id, customerId } = await people.subscribe();
    const dearer = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      price: { priceAmount: 5000 },
    });
    await people.cards(customerId, 'declined');
    await patch(id, { product_id: dearer.id, proration_behavior: 'invoice' });
    await people.is(id, 'past_due');
    await stack.db.query(`UPDATE subscriptions SET pending_update = $2 WHERE id = $1`, [
      id,
      { id: uuidv7(), createdAt: '2026-04-01T00:00:00.000Z', productId: better },
    ]);
    const { status, body } = await patch(id, { pending_update: null });
    expect([status, body.pending_update, body.status]).toEqual([200, null, 'past_due']);
  });
});
