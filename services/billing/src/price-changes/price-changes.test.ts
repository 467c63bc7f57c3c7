import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeMeter,
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

const mailsTo = (email: string, type = 'price-change') =>
  mails.filter((mail) => mail.to === email && mail.type === type);

/** A subscription of 10 dollars a month, whose product costs another amount since the middle of its period. */
const raised = async (priceAmount = 3000) => {
  const sold = await people.subscribe();
  stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
  await raise(sold.product.id, priceAmount);
  const { email } = await people.get(`/customers/${sold.customerId}`);
  return { ...sold, productId: sold.product.id, email };
};
const raise = async (productId: string, priceAmount: number) => {
  const prices = [{ amount_type: 'fixed', price_amount: priceAmount, price_currency: 'usd' }];
  const { status, text } = await people.send('PATCH', `/products/${productId}`, { prices });
  if (status !== 200) throw new Error(text);
};
const changePrices = (productId: string, body: object) =>
  people.send('POST', `/products/${productId}/price-changes`, body);
const untilStatus = (id: string, status: string) =>
  eventually(async () => {
    const change = await people.get(`/price-changes/${id}`);
    expect(change.status).toBe(status);
    return change;
  });

describe('new prices of a product', () => {
  it('reach nobody who has subscribed, unless their seller says so', async () => {
    const { id, customerId } = await raised();
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([1000]);
  });

  it('come with the next period: announced by mail, seen, and charged then', async () => {
    const { id, customerId, productId, email } = await raised();
    expect(await people.get(`/products/${productId}/price-changes/reach`)).toEqual({
      subscriptions_count: 1,
    });
    const { status, body } = await changePrices(productId, { applies: 'next_period' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        created_at: '2026-04-16T00:00:00.000Z',
        modified_at: null,
        organization_id: seller.organizationId,
        product_id: productId,
        price_ids: [expect.any(String)],
        applies: 'next_period',
        proration_behavior: null,
        status: 'announcing',
        announced_count: 0,
        pending_count: 0,
      },
    ]);
    expect(await untilStatus(body.id, 'planned')).toMatchObject({ announced_count: 1, pending_count: 1 });
    expect(await people.subscription(id)).toMatchObject({
      amount: 1000,
      pending_update: {
        product_id: productId,
        price_change_id: body.id,
        amount: 3000,
        applies_at: '2026-05-01T00:00:00.000Z',
      },
    });
    await eventually(() => expect(mailsTo(email)[0]?.text).toMatch(/From May 1, 2026 you pay \$30\.00/));
    // What was announced counts, whatever becomes of the product's prices.
    await raise(productId, 9900);
    expect((await people.get(`/subscriptions/${id}/upcoming`)).due_amount).toBe(3000);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 2);
    await people.moveTo('2026-06-01T00:00:00.000Z');
    await people.ordered(id, 3);
    expect(await people.charged(customerId)).toEqual([3000, 3000]);
    expect(await people.subscription(id)).toMatchObject({ amount: 3000, pending_update: null });
    await untilStatus(body.id, 'done');
    await eventually(async () => {
      const { items } = await people.get(`/subscriptions/${id}/history`);
      expect(items).toContainEqual(
        expect.objectContaining({
          type: 'price_change.announced',
          facts: expect.objectContaining({ amount: 3000, currency: 'usd' }),
        }),
      );
      expect(items).toContainEqual(
        expect.objectContaining({
          type: 'subscription.updated',
          facts: expect.objectContaining({ reason: 'price' }),
        }),
      );
    });
  });

  it('come at once, charged for what is left of the period', async () => {
    const { id, customerId, productId, email } = await raised();
    const { body } = await changePrices(productId, { applies: 'now', proration_behavior: 'invoice' });
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([1000]);
    expect(await people.subscription(id)).toMatchObject({
      amount: 3000,
      pending_update: null,
      current_period_end: '2026-05-01T00:00:00.000Z',
    });
    await untilStatus(body.id, 'done');
    await eventually(() => expect(mailsTo(email)[0]?.text).toMatch(/From April 16, 2026 you pay/));
    expect(mailsTo(email)[0]?.text).toContain(
      'For the rest of the current billing period, only the difference',
    );
    await eventually(async () => {
      const { items } = await people.get(`/subscriptions/${id}/history`);
      const reasons = items.map(({ facts }: { facts: { reason: string | null } }) => facts.reason);
      expect(reasons).toContain('price');
      expect(reasons).not.toContain('product');
    });
    expect(await people.get(`/products/${productId}/price-changes`)).toMatchObject({
      items: [{ id: body.id, status: 'done', announced_count: 1, pending_count: 0 }],
      pagination: { total_count: 1 },
    });
  });

  it('are announced as those before tax to a customer who pays tax on top', async () => {
    const country = { organization_id: seller.organizationId, country: 'FR' };
    expect((await people.send('POST', '/tax-registrations', country)).status).toBe(201);
    const { productId, email } = await raised();
    expect((await changePrices(productId, { applies: 'next_period' })).status).toBe(201);
    const told = 'From May 1, 2026 you pay $30.00 plus tax each period.';
    await eventually(() => expect(mailsTo(email)[0]?.text).toContain(told));
  });

  it('of units are announced as such, and as what holds already where they come at once', async () => {
    const meter = await makeMeter(stack, { organizationId: seller.organizationId, name: 'API calls' });
    const price = { amountType: 'metered_unit' as const, meterId: meter.id, meter, unitAmount: '10' };
    const { product, customerId } = await people.subscribe({ price });
    const { email } = await people.get(`/customers/${customerId}`);
    const raiseTo = async (body: object, applies: string) => {
      const dearer = { amount_type: 'metered_unit', meter_id: meter.id, ...body };
      const { text } = await people.send('PATCH', `/products/${product.id}`, { prices: [dearer] });
      const changed = await changePrices(product.id, { applies });
      if (changed.status !== 201) throw new Error(`${text} ${changed.text}`);
    };
    await raiseTo({ unit_amount: '20', cap_amount: 5000 }, 'next_period');
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
    expect(mailsTo(email)[0]?.text).toContain('From May 1, 2026 you pay for what you use:');
    expect(mailsTo(email)[0]?.text).toContain(
      'API calls: $0.20 per unit · Maximum $50.00 per billing period.',
    );
    expect(mailsTo(email)[0]?.text).toContain('you can cancel before that day');
    await raiseTo({ unit_amount: '30' }, 'now');
    await eventually(() => expect(mailsTo(email)).toHaveLength(2));
    expect(mailsTo(email)[1]?.text).toContain('API calls: $0.30 per unit');
    expect(mailsTo(email)[1]?.text).toContain('you can cancel at any time');
    expect(mailsTo(email)[1]?.text).not.toContain('$0.00');
  });

  it('tell whom their seller spares them', async () => {
    const { id, productId, email } = await raised();
    const { body } = await changePrices(productId, { applies: 'next_period' });
    await untilStatus(body.id, 'planned');
    expect((await people.send('PATCH', `/subscriptions/${id}`, { pending_update: null })).status).toBe(200);
    await eventually(() => expect(mailsTo(email, 'price-change-withdrawn')).toHaveLength(1));
  });

  it('are withdrawn while they wait', async () => {
    const { id, customerId, productId, email } = await raised();
    const { body } = await changePrices(productId, { applies: 'next_period' });
    await untilStatus(body.id, 'planned');
    const { status } = await people.send('DELETE', `/price-changes/${body.id}`);
    expect(status).toBe(200);
    await untilStatus(body.id, 'withdrawn');
    expect((await people.subscription(id)).pending_update).toBeNull();
    await eventually(() => expect(mailsTo(email, 'price-change-withdrawn')).toHaveLength(1));
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([1000]);
  });

  it('are not to come for a subscription that has ended before', async () => {
    const { id, productId } = await raised();
    const { body } = await changePrices(productId, { applies: 'next_period' });
    await untilStatus(body.id, 'planned');
    await people.send('PATCH', `/subscriptions/${id}`, { revoke: true });
    expect(await people.subscription(id)).toMatchObject({ status: 'canceled', pending_update: null });
  });

  it('cannot be withdrawn once they are charged', async () => {
    const { id, productId } = await raised();
    const { body } = await changePrices(productId, { applies: 'now', proration_behavior: 'invoice' });
    await people.ordered(id, 2);
    await untilStatus(body.id, 'done');
    const { status, body: refused } = await people.send('DELETE', `/price-changes/${body.id}`);
    expect([status, refused.error]).toEqual([403, 'PriceChangeDone']);
  });

  it('cannot be escaped by their customers: they stay when a cancellation or another plan is taken back', async () => {
    const { id, customerId, productId } = await raised();
    const { body } = await changePrices(productId, { applies: 'next_period' });
    await untilStatus(body.id, 'planned');
    const pending = async () => (await people.subscription(id)).pending_update;
    const as = customerOf(seller, customerId);
    const own = (changes: object) =>
      stack.send('PATCH', `/customer-portal/subscriptions/${id}`, { as, body: changes });
    expect((await own({ pending_update: null })).status).toBe(403);
    await own({ cancel_at_period_end: true });
    await own({ cancel_at_period_end: false });
    expect(await pending()).toMatchObject({ price_change_id: body.id, amount: 3000 });
    const other = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      price: { priceAmount: 500 },
    });
    await people.send('PATCH', `/subscriptions/${id}`, {
      product_id: other.id,
      proration_behavior: 'next_period',
    });
    expect(await pending()).toMatchObject({ product_id: other.id, price_change_id: null });
    expect((await own({ pending_update: null })).status).toBe(200);
    expect(await pending()).toMatchObject({ price_change_id: body.id, amount: 3000 });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([3000]);
  });

  it('leave alone who ends, and who goes to another product', async () => {
    const ending = await people.subscribe();
    await people.send('PATCH', `/subscriptions/${ending.id}`, { cancel_at_period_end: true });
    await raise(ending.product.id, 3000);
    expect(await people.get(`/products/${ending.product.id}/price-changes/reach`)).toEqual({
      subscriptions_count: 0,
    });
    const moving = await raised();
    const other = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      price: { priceAmount: 500 },
    });
    await people.send('PATCH', `/subscriptions/${moving.id}`, {
      product_id: other.id,
      proration_behavior: 'next_period',
    });
    const { body } = await changePrices(moving.productId, { applies: 'next_period' });
    expect(await untilStatus(body.id, 'done')).toMatchObject({ announced_count: 0 });
    expect((await people.subscription(moving.id)).pending_update).toMatchObject({ product_id: other.id });
  });

  it('that were announced before a pause are those with which it ends', async () => {
    const { id, customerId, productId } = await raised();
    const { body } = await changePrices(productId, { applies: 'next_period' });
    await untilStatus(body.id, 'planned');
    const patch = (changes: object) => people.send('PATCH', `/subscriptions/${id}`, changes);
    await patch({ pause_at_period_end: true });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.moveTo('2026-06-10T00:00:00.000Z');
    expect((await patch({ resume: true })).body).toMatchObject({
      status: 'active',
      amount: 3000,
      prices: [{ price_amount: 3000 }],
      pending_update: null,
    });
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([3000]);
    await untilStatus(body.id, 'done');
  });

  it('that are announced during a pause reach who is paused, and come with its end', async () => {
    const { id, customerId, productId, email } = await raised();
    await people.send('PATCH', `/subscriptions/${id}`, {
      pause_at_period_end: true,
      resumes_at: '2026-06-20T00:00:00Z',
    });
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.moveTo('2026-05-10T00:00:00.000Z');
    const { body } = await changePrices(productId, { applies: 'now', proration_behavior: 'invoice' });
    await eventually(async () =>
      expect((await people.subscription(id)).pending_update).toMatchObject({
        amount: 3000,
        applies_at: '2026-06-20T00:00:00.000Z',
      }),
    );
    expect((await people.get(`/price-changes/${body.id}`)).announced_count).toBe(1);
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
    await people.moveTo('2026-06-20T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([3000]);
  });

  it('that are announced while a payment is overdue come with the period after it', async () => {
    const { id, customerId, productId, email } = await raised();
    await people.cards(customerId, 'declined');
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.is(id, 'past_due');
    const { body } = await changePrices(productId, { applies: 'now' });
    await untilStatus(body.id, 'planned');
    // They cannot hold before what is overdue is paid: the mail names the day that is seen elsewhere.
    await eventually(() => expect(mailsTo(email)[0]?.text).toMatch(/From June 1, 2026 you pay/));
    expect(mailsTo(email)[0]?.text).toContain('you can cancel before that day');
    await people.cards(customerId, 'success');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await people.is(id, 'active');
    await people.moveTo('2026-06-01T00:00:00.000Z');
    await people.ordered(id, 3);
    expect(await people.charged(customerId)).toEqual([1000, 3000]);
  });

  it('that were announced while a subscription was to end come with the period for which it is kept', async () => {
    const { id, customerId, productId, email } = await raised();
    const end = (isEnding: boolean) =>
      people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: isEnding });
    await end(true);
    const { body } = await changePrices(productId, { applies: 'next_period' });
    expect(await untilStatus(body.id, 'done')).toMatchObject({ announced_count: 0 });
    const { body: kept } = await end(false);
    expect(kept).toMatchObject({
      amount: 1000,
      pending_update: { price_change_id: body.id, amount: 3000, applies_at: '2026-05-01T00:00:00.000Z' },
    });
    await eventually(() => expect(mailsTo(email)).toHaveLength(1));
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([3000]);
  });

  it('that were taken back, or are older than the cancellation, do not come to who stays', async () => {
    const { id, productId, email } = await raised();
    const end = (isEnding: boolean) =>
      people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: isEnding });
    await end(true);
    const { body } = await changePrices(productId, { applies: 'next_period' });
    await untilStatus(body.id, 'done');
    expect((await people.send('DELETE', `/price-changes/${body.id}`)).status).toBe(403);
    await end(false);
    expect((await people.send('DELETE', `/price-changes/${body.id}`)).status).toBe(200);
    await untilStatus(body.id, 'withdrawn');
    stack.clock.set(new Date('2026-04-17T00:00:00.000Z'));
    await end(true);
    expect((await end(false)).body.pending_update).toBeNull();
    await eventually(() => expect(mailsTo(email, 'price-change-withdrawn')).toHaveLength(1));
  });

  it('reach pages of subscribers, one after another', async () => {
    const { productId, id } = await raised();
    await stack.db.query(
      `INSERT INTO subscriptions SELECT (jsonb_populate_record(sold, jsonb_build_object('id', gen_random_uuid(), 'checkout_id', NULL))).*
       FROM subscriptions sold, generate_series(1, 120) WHERE sold.id = $1`,
      [id],
    );
    const { body } = await changePrices(productId, { applies: 'next_period' });
    expect(await untilStatus(body.id, 'planned')).toMatchObject({ announced_count: 121, pending_count: 121 });
  });

  it.each([
    [{ applies: 'later' }, 422],
    [{}, 422],
    [{ applies: 'now', proration_behavior: 'next_period' }, 422],
  ])('are refused as %j', async (body, status) => {
    const { productId } = await raised();
    expect((await changePrices(productId, body)).status).toBe(status);
  });

  it('are refused for what is sold once, and for other sellers', async () => {
    const once = await makeProduct(stack, { organizationId: seller.organizationId });
    expect((await changePrices(once.id, { applies: 'now' })).status).toBe(422);
    const { productId } = await raised();
    const { body } = await changePrices(productId, { applies: 'next_period' });
    const stranger = subscribersOf(stack, await makeSeller(stack));
    for (const [method, path] of [
      ['POST', `/products/${productId}/price-changes`],
      ['GET', `/products/${productId}/price-changes`],
      ['GET', `/products/${productId}/price-changes/reach`],
      ['GET', `/price-changes/${body.id}`],
      ['DELETE', `/price-changes/${body.id}`],
    ] as const)
      expect([
        path,
        (await stranger.send(method, path, method === 'POST' ? { applies: 'now' } : undefined)).status,
      ]).toEqual([path, 404]);
  });
});
