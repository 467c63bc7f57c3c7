/** A customer's state always equals what the events say: random lives of a customer, replayed from what partners were told. */
import { eventually } from '@tessera/kit/test/eventually';
import * as told from '@tessera/proto/events/billing';
import fc from 'fast-check';
import { z } from 'zod';
import {
  type BillingStack,
  makeBenefit,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { confirm, details, untilStatus } from '../../test/purchases.ts';
import { renewAll } from '../../test/subscribers.ts';
import { endDueSubscriptions } from '../endings/subscription.ts';

const runs = z.coerce.number().int().positive().default(4).parse(process.env['STATE_RUNS']);
let stack: BillingStack;
let seller: Seller;
let products: string[];
let benefits: string[];
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

/** Two plans that share a benefit, and something sold once. */
const offer = async (): Promise<void> => {
  seller = await makeSeller(stack);
  const { organizationId } = seller;
  await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
    organizationId,
  ]);
  const made = await Promise.all([1, 2, 3].map(() => makeBenefit(stack, { organizationId })));
  const [one, two, three] = made;
  if (!one || !two || !three) throw new Error('three benefits');
  benefits = made.map(({ id }) => id);
  const month = { organizationId, recurringInterval: 'month' as const };
  const rows = await Promise.all([
    makeProduct(stack, { ...month, benefits: [one, two] }),
    makeProduct(stack, { ...month, benefits: [two, three], price: { priceAmount: 2000 } }),
    makeProduct(stack, { organizationId, benefits: [one] }),
  ]);
  products = rows.map(({ id }) => id);
};

type Step =
  | { kind: 'buy'; product: number }
  | { kind: 'cancel' | 'revoke'; which: number }
  | { kind: 'change'; which: number; product: number }
  | { kind: 'benefits'; product: number; keep: boolean[] }
  | { kind: 'time'; days: number }
  | { kind: 'card'; pays: boolean };
const index = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('buy' as const), product: index }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'revoke' as const), which: index }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('change' as const), which: index, product: fc.nat(1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('benefits' as const),
      product: fc.nat(1),
      keep: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('time' as const), days: fc.integer({ min: 1, max: 34 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('card' as const), pays: fc.boolean() }) },
);

type Customer = { id: string; email: string; subscriptions: string[] };
const send = (method: string, path: string, body?: object) =>
  stack.send(method, path, { as: seller.owner, ...(body && { body }) });

const buy = async (customer: Customer, product: number): Promise<void> => {
  const opened = await send('POST', '/checkouts/', {
    products: [products[product]],
    customer_id: customer.id,
  });
  const path = `/checkouts/client/${opened.body.client_secret}`;
  const { customer_email: _known, ...rest } = details(customer.email);
  const confirmed = await confirm(stack, path, { ...rest, customer_email: customer.email });
  if (confirmed.status !== 200) return;
  await untilStatus(stack, path, 'succeeded');
  const { body } = await send('GET', `/orders/?checkout_id=${opened.body.id}`);
  const id = body.items[0].subscription_id;
  if (id) customer.subscriptions.push(id);
};

const take = async (customer: Customer, one: Step): Promise<void> => {
  const subscription = 'which' in one ? customer.subscriptions[one.which] : undefined;
  switch (one.kind) {
    case 'buy':
      return buy(customer, one.product);
    case 'cancel':
      if (subscription) await send('PATCH', `/subscriptions/${subscription}`, { cancel_at_period_end: true });
      return;
    case 'revoke':
      if (subscription) await send('DELETE', `/subscriptions/${subscription}`);
      return;
    case 'change':
      if (subscription)
        await send('PATCH', `/subscriptions/${subscription}`, {
          product_id: products[one.product],
          proration_behavior: 'prorate',
        });
      return;
    case 'benefits':
      await send('POST', `/products/${products[one.product]}/benefits`, {
        benefits: benefits.filter((_, place) => one.keep[place]),
      });
      return;
    case 'card':
      await stack.db.query(
        `UPDATE sandbox_charges SET outcome = $2 WHERE method_id IN
           (SELECT processor_id FROM payment_methods WHERE customer_id = $1)`,
        [customer.id, one.pays ? 'success' : 'declined'],
      );
      return;
    case 'time':
      stack.clock.set(new Date(stack.clock.now().getTime() + one.days * 86_400_000));
      await endDueSubscriptions(stack.billing);
      await renewAll(stack);
  }
};

const grantEvents = [
  told.benefitGrantCreated,
  told.benefitGrantUpdated,
  told.benefitGrantCycled,
  told.benefitGrantRevoked,
];
const subscriptionEvents = [
  told.subscriptionCreated,
  told.subscriptionActive,
  told.subscriptionUpdated,
  told.subscriptionCanceled,
  told.subscriptionUncanceled,
  told.subscriptionRevoked,
];

type Snapshot = Record<string, string | boolean>;

/** Of each thing of the customer the last that was told about it. */
const lastTold = (types: readonly { subject: string }[], customerId: string): Map<string, Snapshot> => {
  const byId = new Map<string, Map<string, Snapshot[]>>();
  for (const type of types as (typeof told.subscriptionUpdated)[])
    for (const message of stack.events.all(type)) {
      const snapshot = JSON.parse(message.snapshot) as Snapshot;
      if (snapshot['customer_id'] !== customerId) continue;
      const ofThing = byId.get(String(snapshot['id'])) ?? new Map<string, Snapshot[]>();
      byId.set(String(snapshot['id']), ofThing);
      ofThing.set(type.subject, [...(ofThing.get(type.subject) ?? []), snapshot]);
    }
  const last = new Map<string, Snapshot>();
  for (const [id, ofThing] of byId) {
    const subject = stack.events.about(id).findLast((one) => ofThing.has(one));
    const snapshot = subject && ofThing.get(subject)?.at(-1);
    if (snapshot) last.set(id, snapshot);
  }
  return last;
};

const replayed = (customerId: string) => ({
  benefits: [...lastTold(grantEvents, customerId).values()]
    .filter((grant) => grant['is_granted'] === true)
    .map((grant) => String(grant['benefit_id']))
    .toSorted(),
  subscriptions: [...lastTold(subscriptionEvents, customerId)]
    .filter(([, { status }]) => status === 'active' || status === 'trialing')
    .map(([id]) => id)
    .toSorted(),
});

type State = {
  granted_benefits: { benefit_id: string }[];
  active_subscriptions: { id: string }[];
};
const summaryOf = ({ granted_benefits, active_subscriptions }: State) => ({
  benefits: granted_benefits.map(({ benefit_id }) => benefit_id).toSorted(),
  subscriptions: active_subscriptions.map(({ id }) => id).toSorted(),
});

/** Nothing is left to follow from what was done. */
const quiet = () =>
  eventually(async () => {
    const [left] = await stack.db.query(
      `SELECT (SELECT count(*) FROM outbox)::int AS events, (SELECT count(*) FROM catalog_changes)::int AS changes,
         (SELECT count(*) FROM customer_state_changes)::int AS states,
         (SELECT count(*) FROM payments WHERE status IN ('pending', 'processing'))::int AS payments`,
    );
    expect(left).toEqual({ events: 0, changes: 0, states: 0, payments: 0 });
  });

const live = async (steps: Step[]): Promise<void> => {
  await offer();
  stack.clock.set(new Date('2026-01-15T00:00:00.000Z'));
  const email = `state-${crypto.randomUUID()}@example.com`;
  const { body } = await send('POST', '/customers/', { email, organization_id: seller.organizationId });
  const customer: Customer = { id: body.id, email, subscriptions: [] };
  for (const one of steps) {
    stack.clock.set(new Date(stack.clock.now().getTime() + 1_000));
    await take(customer, one);
    await quiet();
  }
  await eventually(async () => {
    const { body: state } = await send('GET', `/customers/${customer.id}/state`);
    expect(summaryOf(state)).toEqual(replayed(customer.id));
    const sent = stack.events
      .all(told.customerStateChanged)
      .filter(({ customerId }) => customerId === customer.id)
      .at(-1);
    expect(summaryOf(JSON.parse(sent?.snapshot ?? 'null'))).toEqual(summaryOf(state));
  });
};

describe('the state of a customer', () => {
  it(
    'is what was told of grants and subscriptions, whatever happens to them',
    () =>
      fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), live), {
        numRuns: runs,
        interruptAfterTimeLimit: 40_000 * Math.max(1, runs / 4),
      }),
    120_000 * Math.max(1, runs / 4),
  );
});
