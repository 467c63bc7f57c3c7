import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeBenefit,
  makeDiscount,
  makeMeter,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { confirm, details, openCheckout, untilStatus } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
const mails: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
});
afterAll(() => stack.stop());

const patch = (id: string, body: object) => people.send('PATCH', `/subscriptions/${id}`, body);
const fortnight = { trialInterval: 'day', trialIntervalCount: 14 } as const;
const about = (id: string): string[] =>
  stack.events.about(id).map((subject) => subject.replace(/^billing\.\w+\./, ''));

describe('a trial', () => {
  it('begins with a card and no charge, gives the benefits, and is paid for when it has ended', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    const { id, customerId, order, subscription } = await people.subscribe({
      ...fortnight,
      benefits: [benefit],
    });
    expect(subscription).toMatchObject({
      status: 'trialing',
      amount: 1000,
      trial_start: '2026-04-01T00:00:00.000Z',
      trial_end: '2026-04-15T00:00:00.000Z',
      current_period_end: '2026-04-15T00:00:00.000Z',
    });
    expect(order).toMatchObject({ total_amount: 0, paid: true, billing_reason: 'subscription_create' });
    await eventually(async () => expect(await people.grants(customerId)).toEqual([benefit.id]));
    expect((await people.get(`/subscriptions/${id}/upcoming`)).due_amount).toBe(1000);
    expect((await people.get(`/customers/${customerId}/state`)).active_subscriptions).toMatchObject([{ id }]);
    await people.moveTo('2026-04-15T00:00:00.000Z');
    expect(await people.ordered(id, 2)).toMatchObject({
      total_amount: 1000,
      billing_reason: 'subscription_cycle',
    });
    expect(await people.subscription(id)).toMatchObject({
      status: 'active',
      current_period_start: '2026-04-15T00:00:00.000Z',
      current_period_end: '2026-05-15T00:00:00.000Z',
    });
    expect(await people.charged(customerId)).toEqual([1000]);
    await eventually(() => expect(about(id).slice(0, 3)).toEqual(['created', 'active', 'updated']));
  });

  it('is told of at the checkout, and asks for a card', async () => {
    const { checkout } = await openCheckout(stack, {
      seller,
      product: { recurringInterval: 'month', ...fortnight },
    });
    expect(checkout).toMatchObject({
      allow_trial: true,
      trial_interval: null,
      active_trial_interval: 'day',
      active_trial_interval_count: 14,
      trial_end: '2026-04-15T00:00:00.000Z',
      total_amount: 1000,
      is_payment_required: false,
      is_payment_setup_required: true,
      is_payment_form_required: true,
    });
  });

  it('is the checkout’s own, or none, where the seller says so', async () => {
    const product = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      ...fortnight,
    });
    const open = async (body: object) =>
      (await people.send('POST', '/checkouts/', { products: [product.id], ...body })).body;
    expect(await open({ allow_trial: false })).toMatchObject({
      active_trial_interval: null,
      trial_end: null,
    });
    expect(await open({ trial_interval: 'month', trial_interval_count: 2 })).toMatchObject({
      active_trial_interval: 'month',
      trial_end: '2026-06-01T00:00:00.000Z',
    });
    const { status, body } = await people.send('POST', '/checkouts/', {
      products: [product.id],
      trial_interval: 'month',
    });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'trial_interval_count']]);
  });

  it('that was confirmed holds, although its product has none any more', async () => {
    const { path, product, checkout } = await openCheckout(stack, {
      seller,
      product: { recurringInterval: 'month', ...fortnight },
    });
    expect((await confirm(stack, path)).status).toBe(200);
    await people.send('PATCH', `/products/${product.id}`, { trial_interval: null });
    await untilStatus(stack, path, 'succeeded');
    const { items } = await people.get(`/subscriptions/?product_id=${product.id}`);
    expect(items).toMatchObject([{ status: 'trialing', checkout_id: checkout.id }]);
  });

  it('is had once by a customer, where the seller wants that', async () => {
    seller = await makeSeller(stack, {
      subscriptionSettings: {
        allowMultipleSubscriptions: true,
        allowCustomerUpdates: true,
        prorationBehavior: 'prorate',
        preventTrialAbuse: true,
        benefitRevocationGracePeriod: 0,
        failedPaymentOutcome: null,
      },
    });
    await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
      seller.organizationId,
    ]);
    people = subscribersOf(stack, seller);
    const trial = { seller, product: { recurringInterval: 'month' as const, ...fortnight } };
    const begin = async (email: string, number: string): Promise<string> => {
      const opened = await openCheckout(stack, trial);
      const made = await stack.send('POST', '/sandbox/confirmation-tokens', {
        body: {
          client_secret: opened.checkout.client_secret,
          card: { number, exp_month: 12, exp_year: 2034, cvc: '123' },
        },
      });
      const body = { ...details(email), confirmation_token_id: made.body.id };
      expect((await confirm(stack, opened.path, body)).status).toBe(200);
      await untilStatus(stack, opened.path, 'succeeded');
      await people.renew();
      const { items } = await people.get(`/subscriptions/?product_id=${opened.product.id}`);
      return items[0].status;
    };
    expect(await begin('eve@example.com', '4242424242424242')).toBe('trialing');
    expect(await begin('Eve@example.com', '5555555555554444')).toBe('active');
    expect(await begin('eve+more@example.com', '4111111111111111')).toBe('active');
    expect(await begin('mallory@example.com', '4242424242424242')).toBe('active');
    expect(await begin('bob@example.com', '4012888888881881')).toBe('trialing');
    // Another address does not make another customer of who had the first one.
    await stack.db.query(`UPDATE customers SET email = 'moved@example.com' WHERE email = 'bob@example.com'`);
    expect(await begin('bob@example.com', '6011111111111117')).toBe('active');
  });

  it('has its customer reminded three days before, once', async () => {
    const { id, customerId } = await people.subscribe(fortnight);
    const { email } = await people.get(`/customers/${customerId}`);
    await people.moveTo('2026-04-11T23:00:00.000Z');
    await people.moveTo('2026-04-12T00:00:00.000Z');
    await people.moveTo('2026-04-13T00:00:00.000Z');
    const sent = () => mails.filter((mail) => mail.to === email && mail.type === 'trial-ending');
    await eventually(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.text).toMatch(/April 15, 2026.*\$10\.00/s);
    expect(await people.subscription(id)).toMatchObject({ status: 'trialing' });
  });

  it('that was canceled ends unpaid', async () => {
    const { id, customerId } = await people.subscribe(fortnight);
    expect((await patch(id, { cancel_at_period_end: true })).body.ends_at).toBe('2026-04-15T00:00:00.000Z');
    await people.moveTo('2026-04-15T00:00:00.000Z');
    await people.is(id, 'canceled');
    expect(await people.charged(customerId)).toEqual([]);
  });

  describe('without a card', () => {
    const cardless = { ...fortnight, trialRequiresPaymentMethod: false };
    const start = () => people.subscribe(cardless, { token: null });

    it('begins, reminds of a card, and ends with the trial', async () => {
      const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
      const { id, customerId } = await people.subscribe(
        { ...cardless, benefits: [benefit] },
        { token: null },
      );
      const { email } = await people.get(`/customers/${customerId}`);
      expect(await people.subscription(id)).toMatchObject({ status: 'trialing' });
      await eventually(async () => expect(await people.grants(customerId)).toEqual([benefit.id]));
      const sent = (type: string) => mails.filter((mail) => mail.to === email && mail.type === type);
      await people.moveTo('2026-04-12T00:00:00.000Z');
      await eventually(() =>
        expect(sent('trial-ending')[0]?.text).toMatch(/costs \$10\.00.*have not saved a card/s),
      );
      await people.moveTo('2026-04-15T00:00:00.000Z');
      expect(await people.subscription(id)).toMatchObject({
        status: 'canceled',
        ended_at: '2026-04-15T00:00:00.000Z',
        ended_reason: 'trial_without_payment',
      });
      expect(await people.orders(id)).toHaveLength(1);
      expect(await people.grants(customerId)).toEqual([]);
      await eventually(() => expect(sent('trial-ended')[0]?.text).toContain('No card was saved'));
    });

    it('reminds of a card also where usage alone will be charged', async () => {
      const meter = await makeMeter(stack, { organizationId: seller.organizationId });
      const price = { amountType: 'metered_unit' as const, meterId: meter.id, meter, unitAmount: '2.5' };
      const { customerId } = await people.subscribe({ ...cardless, price }, { token: null });
      const { email } = await people.get(`/customers/${customerId}`);
      await people.moveTo('2026-04-12T00:00:00.000Z');
      await eventually(() =>
        expect(mails.find((mail) => mail.to === email && mail.type === 'trial-ending')?.text).toMatch(
          /Nothing will be charged then\..*Usage.*have not saved a card/s,
        ),
      );
    });

    it('goes on unpaid where the seller keeps such subscriptions', async () => {
      const { renewals } = stack.billing;
      stack.billing.renewals = { ...renewals, outcome: 'unpaid' };
      try {
        const { id, customerId } = await start();
        const { email } = await people.get(`/customers/${customerId}`);
        await people.moveTo('2026-04-15T00:00:00.000Z');
        expect((await people.subscription(id)).status).toBe('unpaid');
        expect(await people.orders(id)).toMatchObject([{}, { status: 'pending', due_amount: 1000 }]);
        await eventually(() =>
          expect(mails.find((mail) => mail.to === email && mail.type === 'trial-ended')?.text).toContain(
            'as soon as you pay $10.00',
          ),
        );
      } finally {
        stack.billing.renewals = renewals;
      }
    });

    it('is not asked for by the checkout, and may be saved later', async () => {
      const product = await makeProduct(stack, {
        organizationId: seller.organizationId,
        recurringInterval: 'month',
        ...cardless,
      });
      const checkout = { products: [product.id] };
      expect((await people.send('POST', '/checkouts/', checkout)).body).toMatchObject({
        is_payment_form_required: false,
        is_payment_setup_required: false,
        is_payment_required: false,
      });
      const upfront = await people.send('PATCH', `/products/${product.id}`, {
        trial_requires_payment_method: true,
      });
      expect(upfront.body.trial_requires_payment_method).toBe(true);
      expect((await people.send('POST', '/checkouts/', checkout)).body.is_payment_setup_required).toBe(true);
    });
  });

  it('ends at another time, or now, where the seller says so', async () => {
    const { id, customerId } = await people.subscribe(fortnight);
    expect((await patch(id, { trial_end: '2026-05-31T00:00:00Z' })).body).toMatchObject({
      trial_end: '2026-05-31T00:00:00.000Z',
      current_period_end: '2026-05-31T00:00:00.000Z',
    });
    expect((await patch(id, { trial_end: '2026-03-31T00:00:00Z' })).status).toBe(422);
    expect((await patch(id, { trial_end: 'now' })).body.status).toBe('active');
    expect(await people.charged(customerId)).toEqual([1000]);
    expect((await patch(id, { trial_end: 'now' })).status).toBe(422);
  });

  it('leaves a discount for the first period that is paid', async () => {
    const discount = await makeDiscount(stack, { organizationId: seller.organizationId, basisPoints: 5000 });
    const { id, customerId } = await people.subscribe(fortnight, { body: { discount_id: discount.id } });
    await people.moveTo('2026-04-15T00:00:00.000Z');
    await people.moveTo('2026-05-15T00:00:00.000Z');
    await people.ordered(id, 3);
    expect(await people.charged(customerId)).toEqual([500, 1000]);
  });

  it('goes on with another product, without a charge', async () => {
    const { id, customerId } = await people.subscribe(fortnight);
    const better = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'year',
      price: { priceAmount: 9000 },
    });
    const { body } = await patch(id, { product_id: better.id, proration_behavior: 'invoice' });
    expect(body).toMatchObject({
      status: 'trialing',
      amount: 9000,
      current_period_end: '2026-04-15T00:00:00.000Z',
    });
    await people.moveTo('2026-04-15T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([9000]);
    expect((await people.subscription(id)).current_period_end).toBe('2027-04-15T00:00:00.000Z');
  });
});

describe('products', () => {
  const create = (body: object) =>
    people.send('POST', '/products/', {
      name: 'Plan',
      organization_id: seller.organizationId,
      prices: [{ amount_type: 'fixed', price_amount: 500, price_currency: 'usd' }],
      ...body,
    });

  it('are billed every so many days, weeks, months or years', async () => {
    const { status, body } = await create({
      recurring_interval: 'week',
      recurring_interval_count: 2,
      trial_interval: 'week',
      trial_interval_count: 1,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      recurring_interval: 'week',
      recurring_interval_count: 2,
      trial_interval: 'week',
    });
    const changed = await people.send('PATCH', `/products/${body.id}`, { trial_interval: null });
    expect(changed.body).toMatchObject({ trial_interval: null, trial_interval_count: null });
  });

  it.each([
    [{ recurring_interval: null, trial_interval: 'day', trial_interval_count: 3 }, 'trial_interval'],
    [{ recurring_interval: 'month', trial_interval: 'day' }, 'trial_interval_count'],
    [{ recurring_interval: 'month', trial_interval_count: 3 }, 'trial_interval'],
    [{ recurring_interval: 'month', trial_interval: 'hour', trial_interval_count: 3 }, 'trial_interval'],
    [{ recurring_interval: 'month', recurring_interval_count: 0 }, 'recurring_interval_count'],
    [{ recurring_interval: 'hour' }, 'recurring_interval'],
  ])('are refused as %j', async (body, field) => {
    const reply = await create(body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail[0].loc).toEqual(['body', field]);
  });

  it('of two weeks are paid every two weeks', async () => {
    const { id, customerId } = await people.subscribe({
      recurringInterval: 'week',
      recurringIntervalCount: 2,
    });
    for (const time of ['2026-04-15', '2026-04-29', '2026-05-13'])
      await people.moveTo(`${time}T00:00:00.000Z`);
    await people.ordered(id, 4);
    expect(await people.charged(customerId)).toEqual([1000, 1000, 1000]);
    expect(await people.subscription(id)).toMatchObject({
      recurring_interval_count: 2,
      current_period_end: '2026-05-27T00:00:00.000Z',
    });
  });
});

describe('a pause', () => {
  it('begins with the end of the period, takes the benefits, and ends with a period that is paid', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    const { id, customerId } = await people.subscribe({ benefits: [benefit] });
    await eventually(async () => expect(await people.grants(customerId)).toEqual([benefit.id]));
    expect((await patch(id, { pause_at_period_end: true })).body).toMatchObject({
      status: 'active',
      pause_at_period_end: true,
    });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.subscription(id)).toMatchObject({
      status: 'unpaid',
      paused_at: '2026-05-01T00:00:00.000Z',
      pause_at_period_end: false,
      ended_at: null,
    });
    expect(await people.grants(customerId)).toEqual([]);
    const discounted = await patch(id, { discount_id: null });
    expect([discounted.status, discounted.body.detail]).toEqual([
      403,
      'This subscription is paused. Resume it first.',
    ]);
    await people.moveTo('2026-06-10T00:00:00.000Z');
    expect(await people.charged(customerId)).toEqual([]);
    expect((await patch(id, { resume: true })).body).toMatchObject({
      status: 'active',
      paused_at: null,
      current_period_start: '2026-06-10T00:00:00.000Z',
      current_period_end: '2026-07-10T00:00:00.000Z',
    });
    const order = await people.ordered(id, 2);
    expect(order).toMatchObject({ billing_reason: 'subscription_cycle' });
    await eventually(() =>
      expect(stack.events.about(id, order.id).slice(-5)).toEqual([
        'billing.subscription.updated',
        'billing.subscription.active',
        'billing.order.created',
        'billing.order.updated',
        'billing.order.paid',
      ]),
    );
    expect(await people.charged(customerId)).toEqual([1000]);
    await eventually(async () => expect(await people.grants(customerId)).toEqual([benefit.id]));
    expect((await patch(id, { resume: true })).status).toBe(400);
  });

  it('ends by itself where it says when', async () => {
    const { id, customerId } = await people.subscribe();
    const early = await patch(id, { pause_at_period_end: true, resumes_at: '2026-04-20T00:00:00Z' });
    expect([early.status, early.body.detail[0].loc]).toEqual([422, ['body', 'resumes_at']]);
    await patch(id, { pause_at_period_end: true, resumes_at: '2026-05-20T00:00:00Z' });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.moveTo('2026-05-20T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.subscription(id)).toMatchObject({
      status: 'active',
      resumes_at: null,
      current_period_end: '2026-06-20T00:00:00.000Z',
    });
    expect(await people.charged(customerId)).toEqual([1000]);
  });

  it('is taken back before it begins', async () => {
    const { id, customerId } = await people.subscribe();
    await patch(id, { pause_at_period_end: true });
    expect((await patch(id, { resume: true })).body.pause_at_period_end).toBe(false);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([1000]);
  });

  it('is taken back while a payment is overdue', async () => {
    const { id, customerId } = await people.subscribe();
    const dearer = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      price: { priceAmount: 5000 },
    });
    await people.cards(customerId, 'declined');
    await patch(id, { pause_at_period_end: true });
    await patch(id, { product_id: dearer.id, proration_behavior: 'invoice' });
    await people.is(id, 'past_due');
    const { status, body } = await patch(id, { resume: true });
    expect([status, body.status, body.pause_at_period_end]).toEqual([200, 'past_due', false]);
    const paused = await patch(id, { pause_at_period_end: true });
    expect([paused.status, paused.body.detail]).toEqual([
      403,
      'This subscription has an overdue payment. It can be changed once that is paid.',
    ]);
  });

  it('is ended with the subscription', async () => {
    const { id } = await people.subscribe();
    await patch(id, { pause_at_period_end: true, resumes_at: '2026-05-20T00:00:00Z' });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect((await people.send('DELETE', `/subscriptions/${id}`)).body.status).toBe('canceled');
    await people.moveTo('2026-05-21T00:00:00.000Z');
    expect(await people.orders(id)).toHaveLength(1);
    expect((await patch(id, { resume: true })).status).toBe(400);
  });
});

describe('a change that comes with the next period', () => {
  it('is seen, previewed, and made then', async () => {
    const { id, customerId, product } = await people.subscribe();
    const better = await makeProduct(stack, {
      organizationId: seller.organizationId,
      name: 'Better',
      recurringInterval: 'year',
      price: { priceAmount: 9000 },
    });
    const change = { product_id: better.id, proration_behavior: 'next_period' };
    expect((await people.send('POST', `/subscriptions/${id}/preview`, change)).body).toMatchObject({
      proration_behavior: 'next_period',
      invoice: null,
      next_invoice: { due_amount: 9000, date: '2026-05-01T00:00:00.000Z' },
    });
    const { body } = await patch(id, change);
    expect(body).toMatchObject({
      product_id: product.id,
      amount: 1000,
      pending_update: { product_id: better.id, applies_at: '2026-05-01T00:00:00.000Z' },
    });
    expect((await people.get(`/subscriptions/${id}/upcoming`)).due_amount).toBe(9000);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    expect(await people.ordered(id, 2)).toMatchObject({
      product_id: better.id,
      items: [{ label: 'Better' }],
    });
    expect(await people.subscription(id)).toMatchObject({
      product_id: better.id,
      pending_update: null,
      recurring_interval: 'year',
      current_period_end: '2027-05-01T00:00:00.000Z',
    });
    expect(await people.charged(customerId)).toEqual([9000]);
  });

  it('begins a month where the last week or day ends, whole', async () => {
    stack.clock.set(new Date('2026-01-05T10:00:00.000Z'));
    const { id } = await people.subscribe({ recurringInterval: 'week', price: { priceAmount: 700 } });
    const monthly = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      price: { priceAmount: 2500 },
    });
    await people.moveTo('2026-01-12T10:00:00.000Z');
    await people.moveTo('2026-01-19T10:00:00.000Z');
    await patch(id, { product_id: monthly.id, proration_behavior: 'next_period' });
    await people.moveTo('2026-01-26T10:00:00.000Z');
    await people.ordered(id, 4);
    expect(await people.subscription(id)).toMatchObject({
      current_period_start: '2026-01-26T10:00:00.000Z',
      current_period_end: '2026-02-26T10:00:00.000Z',
    });
  });

  it('is taken back, and forgotten with a cancellation or a change at once', async () => {
    const { id, customerId } = await people.subscribe();
    const [better, best] = await Promise.all(
      [2000, 3000].map((priceAmount) =>
        makeProduct(stack, {
          organizationId: seller.organizationId,
          recurringInterval: 'month',
          price: { priceAmount },
        }),
      ),
    );
    const schedule = () => patch(id, { product_id: better?.id, proration_behavior: 'next_period' });
    await schedule();
    expect((await patch(id, { pending_update: null })).body.pending_update).toBeNull();
    await schedule();
    expect((await patch(id, { cancel_at_period_end: true })).body.pending_update).toBeNull();
    await patch(id, { cancel_at_period_end: false });
    await schedule();
    expect((await patch(id, { product_id: best?.id })).body).toMatchObject({
      pending_update: null,
      amount: 3000,
    });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([5000]);
  });
});
