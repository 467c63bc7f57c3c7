/**
 * What partners are told of each transition: the exact types in their order about each thing (contracts/billing-behaviour.md,
 * section 10), each of a shape that the contract's own client reads.
 */
import { createHmac } from 'node:crypto';
import { validateEvent } from '@polar-sh/sdk/webhooks';
import { eventually } from '@tessera/kit/test/eventually';
import * as billingEvents from '@tessera/proto/events/billing';
import { type EventType, partnerType } from '@tessera/proto/events/define';
import {
  type BillingStack,
  makeBenefit,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../test/factories.ts';
import { buy } from '../test/purchases.ts';
import { subscribersOf } from '../test/subscribers.ts';
import { endDueSubscriptions } from './endings/subscription.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
  heard = 0;
});
afterAll(() => stack.stop());

/** Partners receive the events that carry a snapshot. */
const partnerEvents: EventType[] = Object.values(billingEvents).filter(({ schema }) =>
  schema.fields.some(({ localName }) => localName === 'snapshot'),
);

type Told = { type: string; snapshot: string };
const toldSoFar = (): Told[] =>
  stack.events
    .of(partnerEvents)
    .filter(({ message }) => message['organizationId'] === seller.organizationId)
    .map(({ type, message }) => ({ type: partnerType(type), snapshot: String(message['snapshot']) }));

/** Read as a partner's server does: signed, checked, and parsed by the client. */
const readByClient = ({ type, snapshot }: Told): void => {
  const secret = 'a secret';
  const body = `{"type":"${type}","data":${snapshot}}`;
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`msg.${at}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'msg',
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${signature}`,
  };
  expect(validateEvent(body, headers, secret).type).toBe(type);
};

/** By what they are about. How often the state of a customer is told depends on how fast things happen. */
const byThing = (told: readonly Told[]): Record<string, string[]> => {
  const things: Record<string, string[]> = {};
  for (const { type } of told) {
    const [thing = '', verb = ''] = type.split('.');
    if (type !== 'customer.state_changed') (things[thing] ??= []).push(verb);
  }
  return things;
};

let heard = 0;
/** Does something, and compares what is told from there on. */
const tells = async (
  does: () => Promise<unknown>,
  expected: Record<string, string[]>,
  { changesState = true } = {},
): Promise<void> => {
  await does();
  await eventually(() => {
    const told = toldSoFar().slice(heard);
    expect(byThing(told)).toEqual(expected);
    if (changesState) expect(told.map(({ type }) => type)).toContain('customer.state_changed');
  });
  const told = toldSoFar();
  for (const one of told.slice(heard)) readByClient(one);
  heard = told.length;
};

const patch = async (id: string, body: object): Promise<void> => {
  const { status, text } = await people.send('PATCH', `/subscriptions/${id}`, body);
  expect([status, text]).toEqual([200, text]);
};
const offer = async (price: number, more: Partial<Parameters<typeof makeProduct>[1]> = {}) =>
  makeProduct(stack, {
    organizationId: seller.organizationId,
    recurringInterval: 'month',
    price: { priceAmount: price },
    ...more,
  });

const bought = {
  checkout: ['created', 'updated', 'updated'],
  customer: ['created'],
  subscription: ['created', 'active'],
  order: ['created', 'updated', 'paid'],
};
/** What is bought at a checkout is paid when its order is made; what is charged later, a moment after. */
const paid = ['created', 'updated', 'paid'];

describe('a subscription tells', () => {
  it('that it began, what was changed, and that it was revoked', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    const better = await offer(3000, { benefits: [benefit] });
    const other = await offer(500);
    let id = '';
    await tells(
      async () => {
        ({ id } = await people.subscribe({ benefits: [benefit] }));
      },
      { ...bought, benefit_grant: ['created'] },
    );
    await tells(() => patch(id, { cancel_at_period_end: true }), { subscription: ['updated', 'canceled'] });
    await tells(() => patch(id, { cancel_at_period_end: false }), {
      subscription: ['updated', 'uncanceled'],
    });
    await tells(() => patch(id, { product_id: better.id, proration_behavior: 'prorate' }), {
      subscription: ['updated'],
    });
    await tells(() => people.moveTo('2026-05-01T00:00:00.000Z'), {
      subscription: ['updated'],
      order: paid,
      benefit_grant: ['cycled'],
    });
    stack.clock.set(new Date('2026-05-11T00:00:00.000Z'));
    // What is to the customer's credit is paid as soon as it is ordered.
    await tells(() => patch(id, { product_id: other.id, proration_behavior: 'invoice' }), {
      subscription: ['updated'],
      order: ['created', 'updated', 'paid'],
      benefit_grant: ['revoked'],
    });
    await tells(() => patch(id, { revoke: true }), { subscription: ['updated', 'canceled', 'revoked'] });
  });

  it('that its payment is overdue, that it was paid, and that it is given up', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    let sold = { id: '', customerId: '' };
    await tells(
      async () => {
        sold = await people.subscribe({ benefits: [benefit] });
      },
      { ...bought, benefit_grant: ['created'] },
    );
    await people.cards(sold.customerId, 'declined');
    await tells(() => people.moveTo('2026-05-01T00:00:00.000Z'), {
      subscription: ['updated', 'updated', 'revoked'],
      order: ['created', 'updated'],
      benefit_grant: ['revoked'],
    });
    await people.cards(sold.customerId, 'success');
    await tells(() => people.moveTo('2026-05-03T00:00:00.000Z'), {
      subscription: ['updated', 'active'],
      order: ['updated', 'paid'],
      benefit_grant: ['created'],
    });
    await people.cards(sold.customerId, 'declined');
    await tells(() => people.moveTo('2026-06-01T00:00:00.000Z'), {
      subscription: ['updated', 'updated', 'revoked'],
      order: ['created', 'updated'],
      benefit_grant: ['revoked'],
    });
    for (const time of ['2026-06-03', '2026-06-08', '2026-06-15'])
      await tells(
        () => people.moveTo(`${time}T00:00:00.000Z`),
        { order: ['updated'] },
        { changesState: false },
      );
    await tells(() => people.moveTo('2026-06-22T00:00:00.000Z'), {
      subscription: ['updated', 'canceled'],
      order: ['updated'],
    });
  });

  it('that it is unpaid where its seller keeps such ones, and that its money has come after all', async () => {
    seller = await makeSeller(stack, {
      subscriptionSettings: {
        allowMultipleSubscriptions: false,
        allowCustomerUpdates: true,
        prorationBehavior: 'prorate',
        preventTrialAbuse: false,
        benefitRevocationGracePeriod: 0,
        failedPaymentOutcome: 'unpaid',
      },
    });
    people = subscribersOf(stack, seller);
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    let sold = { id: '', customerId: '' };
    await tells(
      async () => {
        sold = await people.subscribe({ benefits: [benefit] });
      },
      { ...bought, benefit_grant: ['created'] },
    );
    await people.cards(sold.customerId, 'declined');
    await tells(() => people.moveTo('2026-05-01T00:00:00.000Z'), {
      subscription: ['updated', 'updated', 'revoked'],
      order: ['created', 'updated'],
      benefit_grant: ['revoked'],
    });
    for (const time of ['2026-05-03', '2026-05-08', '2026-05-15'])
      await tells(
        () => people.moveTo(`${time}T00:00:00.000Z`),
        { order: ['updated'] },
        { changesState: false },
      );
    // It was told to be revoked when it became overdue.
    await tells(() => people.moveTo('2026-05-22T00:00:00.000Z'), {
      subscription: ['updated'],
      order: ['updated'],
    });
    await people.is(sold.id, 'unpaid');
    await people.cards(sold.customerId, 'success');
    await tells(() => people.payByHand(sold.id), {
      subscription: ['updated', 'active'],
      order: ['updated', 'paid'],
      benefit_grant: ['created'],
    });
  });

  it('that it is paused and goes on, and that it ends with its period', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    let id = '';
    await tells(
      async () => {
        ({ id } = await people.subscribe({ benefits: [benefit] }));
      },
      { ...bought, benefit_grant: ['created'] },
    );
    await tells(() => patch(id, { pause_at_period_end: true }), { subscription: ['updated'] });
    await tells(() => people.moveTo('2026-05-01T00:00:00.000Z'), {
      subscription: ['updated', 'revoked'],
      benefit_grant: ['revoked'],
    });
    await tells(() => patch(id, { resume: true }), {
      subscription: ['updated', 'active'],
      order: paid,
      benefit_grant: ['created'],
    });
    await tells(() => patch(id, { cancel_at_period_end: true }), { subscription: ['updated', 'canceled'] });
    await tells(
      async () => {
        stack.clock.set(new Date('2026-06-01T00:00:00.000Z'));
        await endDueSubscriptions(stack.billing);
      },
      { subscription: ['updated', 'revoked'], benefit_grant: ['revoked'] },
    );
  });

  it('that credit of a meter comes again with each period', async () => {
    const { id: meter_id } = await makeMeter(stack, { organizationId: seller.organizationId });
    const { body } = await people.send('POST', '/benefits/', {
      type: 'meter_credit',
      description: 'Calls',
      organization_id: seller.organizationId,
      properties: { units: 10, rollover: false, meter_id },
    });
    const product = await offer(1000);
    await people.send('POST', `/products/${product.id}/benefits`, { benefits: [body.id] });
    await tells(() => people.subscribe({}, { body: { products: [product.id] } }), {
      benefit: ['created'],
      product: ['updated'],
      ...bought,
      benefit_grant: ['created'],
    });
    await tells(() => people.moveTo('2026-05-01T00:00:00.000Z'), {
      subscription: ['updated'],
      order: paid,
      benefit_grant: ['cycled'],
    });
  });

  it('that a trial begins and ends', async () => {
    await tells(() => people.subscribe({ trialInterval: 'day', trialIntervalCount: 14 }), bought);
    await tells(() => people.moveTo('2026-04-15T00:00:00.000Z'), {
      subscription: ['updated'],
      order: paid,
    });
  });
});

describe('a purchase tells', () => {
  it('that it was made, refunded, and that its benefits were taken back', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    let orderId = '';
    await tells(
      async () => {
        ({
          order: { id: orderId },
        } = await buy(stack, { seller, product: { benefits: [benefit] } }));
      },
      {
        checkout: bought.checkout,
        customer: ['created'],
        order: bought.order,
        benefit_grant: ['created'],
      },
    );
    const refund = (amount: number, revoke_benefits: boolean) => () =>
      people.send('POST', '/refunds/', {
        order_id: orderId,
        reason: 'other',
        amount,
        revoke_benefits,
      });
    await tells(refund(400, false), { refund: ['created'], order: ['refunded'] }, { changesState: false });
    await tells(refund(600, true), {
      refund: ['created'],
      order: ['refunded'],
      benefit_grant: ['revoked'],
    });
  });

  it('that its refund has failed, when the customer’s bank sends the money back', async () => {
    let orderId = '';
    await tells(
      async () => {
        ({
          order: { id: orderId },
        } = await buy(stack, { seller, token: 'tok_refund_fails_later' }));
      },
      { checkout: bought.checkout, customer: ['created'], order: bought.order },
    );
    await tells(
      () => people.send('POST', '/refunds/', { order_id: orderId, reason: 'other', amount: 400 }),
      { refund: ['created', 'updated'], order: ['refunded', 'updated'] },
      { changesState: false },
    );
    expect(await people.get(`/orders/${orderId}`)).toMatchObject({ status: 'paid', refunded_amount: 0 });
  });
});

describe('a benefit tells', () => {
  it('that it was made, changed for who has it, and deleted', async () => {
    let benefitId = '';
    const properties = { prefix: 'TEST', expires: null, activations: null, limit_usage: 10 };
    await tells(
      async () => {
        const { body } = await people.send('POST', '/benefits/', {
          type: 'license_keys',
          description: 'A key',
          organization_id: seller.organizationId,
          properties,
        });
        benefitId = body.id;
      },
      { benefit: ['created'] },
      { changesState: false },
    );
    const product = await offer(1000);
    await tells(
      () => people.send('POST', `/products/${product.id}/benefits`, { benefits: [benefitId] }),
      { product: ['updated'] },
      { changesState: false },
    );
    await tells(() => people.subscribe({}, { body: { products: [product.id] } }), {
      ...bought,
      benefit_grant: ['created'],
    });
    await tells(
      () =>
        people.send('PATCH', `/benefits/${benefitId}`, {
          type: 'license_keys',
          properties: { ...properties, limit_usage: 20 },
        }),
      { benefit: ['updated'], benefit_grant: ['updated'] },
    );
    await tells(() => people.send('DELETE', `/benefits/${benefitId}`), {
      benefit: ['updated'],
      product: ['updated'],
      benefit_grant: ['revoked'],
    });
  });
});

describe('a customer tells', () => {
  it('that they were made, changed and deleted, with what they had', async () => {
    let id = '';
    await tells(
      async () => {
        const { body } = await people.send('POST', '/customers/', {
          email: `ada-${seller.organizationId}@example.com`,
          organization_id: seller.organizationId,
        });
        id = body.id;
      },
      { customer: ['created'] },
    );
    await tells(() => people.send('PATCH', `/customers/${id}`, { name: 'Ada' }), { customer: ['updated'] });
    await tells(() => people.send('DELETE', `/customers/${id}`), { customer: ['deleted'] });
  });
});
