import { eventually } from '@tessera/kit/test/eventually';
import { queryCosts } from '@tessera/kit/test/query-costs';
import {
  benefitGrantRevoked,
  orderRefunded,
  refundCreated,
  refundUpdated,
} from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeBenefit,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { polarAs } from '../../test/polar.ts';
import { buy } from '../../test/purchases.ts';
import { sweepRefunds } from './complete.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const wish = (orderId: string, amount: number, changes: object = {}) => ({
  order_id: orderId,
  reason: 'customer_request',
  amount,
  ...changes,
});
const refund = (body: object, as = seller.owner) => stack.send('POST', '/refunds/', { as, body });
const orderOf = async (id: string) => (await stack.send('GET', `/orders/${id}`, { as: seller.owner })).body;
/** As if the order had been taxed: nobody collects tax yet. */
const tax = (orderId: string, amount: number) =>
  stack.db.query('UPDATE orders SET tax_amount = $2, total_amount = net_amount + $2 WHERE id = $1', [
    orderId,
    amount,
  ]);
/** A charge that was made for more, so that the tax can go back too. */
const chargeMore = (orderId: string, amount: number) =>
  stack.db.query(
    `UPDATE sandbox_charges SET amount = amount + $2
     WHERE id = (SELECT processor_id FROM payments WHERE order_id = $1)`,
    [orderId, amount],
  );

describe('refunding an order', () => {
  it('takes 26 statements at most, with its transactions and the books of the sandbox', async () => {
    const { order } = await buy(stack, { seller });
    const refundSome = async () => expect((await refund(wish(order.id, 100))).status).toBe(200);
    const costs = await queryCosts({ refund: refundSome }, { beside: /^$/ });
    expect(costs['refund']).toBeLessThanOrEqual(26);
  });

  it('in part, then what is left: amounts, tax, states and events', async () => {
    const { order } = await buy(stack, { seller });
    await tax(order.id, 201);
    await chargeMore(order.id, 201);
    const first = await refund(wish(order.id, 500, { comment: 'Late', metadata: { ticket: 7 } }));
    expect([first.status, first.body]).toEqual([
      200,
      {
        id: expect.any(String),
        created_at: expect.any(String),
        modified_at: null,
        metadata: { ticket: 7 },
        status: 'succeeded',
        reason: 'customer_request',
        amount: 500,
        tax_amount: 100,
        currency: 'usd',
        organization_id: seller.organizationId,
        order_id: order.id,
        subscription_id: null,
        customer_id: order.customer_id,
        revoke_benefits: false,
        comment: 'Late',
      },
    ]);
    expect(await orderOf(order.id)).toMatchObject({
      status: 'partially_refunded',
      paid: true,
      refunded_amount: 500,
      refunded_tax_amount: 100,
    });
    const emitted = await stack.events.next(refundCreated, ({ refundId }) => refundId === first.body.id);
    const { comment: _comment, ...told } = first.body;
    expect(JSON.parse(emitted.snapshot)).toEqual(told);
    const last = await refund(wish(order.id, 500));
    expect(last.body).toMatchObject({ status: 'succeeded', amount: 500, tax_amount: 101 });
    const whole = await orderOf(order.id);
    expect(whole).toMatchObject({ status: 'refunded', refunded_amount: 1000, refunded_tax_amount: 201 });
    await eventually(() => {
      const news = stack.events.all(orderRefunded).filter(({ orderId }) => orderId === order.id);
      expect(news.map(({ snapshot }) => JSON.parse(snapshot).status)).toEqual([
        'partially_refunded',
        'refunded',
      ]);
    });
    const more = await refund(wish(order.id, 1));
    expect([more.status, more.body.error]).toEqual([403, 'RefundedAlready']);
  });

  it('never gives back more than was paid, however many ask at once', async () => {
    const { order } = await buy(stack, { seller });
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(wish(order.id, 100))));
    const statuses = Object.groupBy(answers, ({ status }) => String(status));
    expect(statuses['200']).toHaveLength(10);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error)).toEqual(
      Array.from({ length: 40 }, () => expect.stringMatching(/^(RefundAmountTooHigh|RefundedAlready)$/)),
    );
    expect(await orderOf(order.id)).toMatchObject({ status: 'refunded', refunded_amount: 1000 });
    const [paid] = await stack.db.query(
      `SELECT sum(r.amount)::int AS amount FROM sandbox_refunds r
       WHERE charge_id = (SELECT processor_id FROM payments WHERE order_id = $1)`,
      [order.id],
    );
    expect(paid).toEqual({ amount: 1000 });
  });

  it('takes back the benefits of what was sold once, if asked to', async () => {
    const kept = await makeBenefit(stack, { organizationId: seller.organizationId });
    const { order } = await buy(stack, { seller, product: { benefits: [kept] } });
    const grants = async () =>
      (await stack.send('GET', `/benefits/${kept.id}/grants`, { as: seller.owner })).body.items;
    await eventually(async () => expect(await grants()).toMatchObject([{ is_granted: true }]));
    await refund(wish(order.id, 400));
    expect(await grants()).toMatchObject([{ is_granted: true }]);
    await refund(wish(order.id, 100, { revoke_benefits: true }));
    expect(await grants()).toMatchObject([{ is_granted: false, is_revoked: true }]);
    await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === kept.id);
  });

  it('leaves subscriptions and their benefits alone', async () => {
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const wrong = await refund(wish(order.id, 100, { revoke_benefits: true }));
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: 'RefundAmountTooHigh', detail: expect.stringContaining('end with it') },
    });
    const { body } = await refund(wish(order.id, 1000));
    expect(body.subscription_id).toBe(order.subscription_id);
    const path = `/subscriptions/${order.subscription_id}`;
    expect((await stack.send('GET', path, { as: seller.owner })).body.status).toBe('active');
  });

  it('refuses what cannot go back', async () => {
    const { order } = await buy(stack, { seller });
    const free = await buy(stack, { seller, product: { price: { amountType: 'free' } } });
    const bodies: [object, number, unknown][] = [
      [wish(order.id, 1001), 400, 'RefundAmountTooHigh'],
      [wish(free.order.id, 1), 400, 'RefundAmountTooHigh'],
      [wish(uuidv7(), 1), 422, ['body', 'order_id']],
      [wish(order.id, 0), 422, ['body', 'amount']],
      [wish(order.id, 1.5), 422, ['body', 'amount']],
      [wish(order.id, 1e10), 422, ['body', 'amount']],
      [wish(order.id, 1, { reason: 'because' }), 422, ['body', 'reason']],
      [{ order_id: order.id }, 422, ['body', 'reason']],
    ];
    for (const [body, status, what] of bodies) {
      const answer = await refund(body);
      expect([answer.status, answer.body.detail?.[0]?.loc ?? answer.body.error]).toEqual([status, what]);
    }
    expect(await orderOf(order.id)).toMatchObject({ status: 'paid', refunded_amount: 0 });
  });

  it('answers 404 for a paid order whose payment nobody has recorded', async () => {
    const { order } = await buy(stack, { seller });
    await stack.db.query('UPDATE payments SET order_id = NULL WHERE order_id = $1', [order.id]);
    const { status, body } = await refund(wish(order.id, 1));
    expect([status, body.error]).toEqual([404, 'ResourceNotFound']);
  });

  it('is for who manages the organization', async () => {
    const { order } = await buy(stack, { seller });
    const other = await makeSeller(stack);
    const ask = async (as: typeof seller.owner) => (await refund(wish(order.id, 1), as)).status;
    expect(await ask(other.owner)).toBe(422);
    expect(await ask(seller.member)).toBe(403);
    expect(await ask(tokenOf(seller.organizationId, 'refunds:read'))).toBe(403);
    expect(await ask(tokenOf(other.organizationId, 'refunds:write'))).toBe(422);
    expect(await ask(tokenOf(seller.organizationId, 'refunds:write'))).toBe(200);
  });
});

describe('a processor that does not answer', () => {
  it('leaves the refund pending; it is asked again under the same key', async () => {
    const { order } = await buy(stack, { seller });
    const keys: string[] = [];
    const { payments } = stack.billing;
    const real = payments.refund;
    stack.billing.payments = {
      ...payments,
      refund: async (request) => {
        keys.push(request.idempotencyKey);
        const result = await real(request);
        if (keys.length === 1) throw new Error('the line went dead');
        return result;
      },
    };
    const { body } = await refund(wish(order.id, 700));
    expect(body).toMatchObject({ status: 'pending', amount: 700 });
    expect(await orderOf(order.id)).toMatchObject({ status: 'paid', refunded_amount: 0 });
    expect((await refund(wish(order.id, 301))).body.error).toBe('RefundAmountTooHigh');
    await sweepRefunds(stack.billing, 0);
    stack.billing.payments = payments;
    expect(await orderOf(order.id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 700 });
    expect(keys).toEqual([`refund:${body.id}`, `refund:${body.id}`]);
    const [paid] = await stack.db.query(
      'SELECT count(*)::int AS count FROM sandbox_refunds WHERE idempotency_key = $1',
      [keys[0]],
    );
    expect(paid).toEqual({ count: 1 });
  });
});

describe('a bank that sends the money back', () => {
  it('makes the order what it was, and partners hear of it', async () => {
    const { order } = await buy(stack, { seller, token: 'tok_refund_fails_later' });
    const made = await refund(wish(order.id, 400));
    expect(made.body.status).toBe('succeeded');
    const emitted = await stack.events.next(refundUpdated, ({ refundId }) => refundId === made.body.id);
    expect(JSON.parse(emitted.snapshot)).toMatchObject({ status: 'failed', amount: 400 });
    expect(await orderOf(order.id)).toMatchObject({ status: 'paid', refunded_amount: 0 });
    expect((await refund(wish(order.id, 1000))).status).toBe(200);
  });
});

describe('the list of refunds', () => {
  it('filters and sorts, and shows nobody else’s, as the contract’s client reads it', async () => {
    const { order } = await buy(stack, { seller });
    const other = await buy(stack, { seller });
    await buy(stack).then(({ order: foreign, seller: stranger }) =>
      refund(wish(foreign.id, 10), stranger.owner),
    );
    const ids: string[] = [];
    for (const [id, amount] of [
      [order.id, 300],
      [order.id, 100],
      [other.order.id, 200],
    ] as const)
      ids.push((await refund(wish(id, amount))).body.id);
    const list = async (query: string) => {
      const { body } = await stack.send('GET', `/refunds/${query}`, { as: seller.owner });
      expect(body.pagination.total_count).toBe(body.items.length);
      return body.items.map(({ id }: { id: string }) => ids.indexOf(id));
    };
    expect(await list('')).toEqual([2, 1, 0]);
    expect(await list('?sorting=amount')).toEqual([1, 2, 0]);
    expect(await list('?sorting=-amount')).toEqual([0, 2, 1]);
    expect(await list(`?order_id=${order.id}`)).toEqual([1, 0]);
    expect(await list(`?id=${ids[0]}&id=${ids[2]}`)).toEqual([2, 0]);
    expect(await list(`?customer_id=${other.order.customer_id}`)).toEqual([2]);
    expect(await list('?succeeded=true')).toEqual([2, 1, 0]);
    expect(await list('?succeeded=false')).toEqual([]);
    expect(await list(`?subscription_id=${uuidv7()}`)).toEqual([]);
  });
});

describe('the contract’s client', () => {
  it('refunds and lists', async () => {
    const { order } = await buy(stack, { seller });
    const as = tokenOf(seller.organizationId, 'refunds:write', 'refunds:read', 'payments:read');
    const polar = await polarAs(stack, as);
    const made = await polar.refunds.create({
      orderId: order.id,
      reason: 'duplicate',
      amount: 250,
      metadata: { a: 'b' },
    });
    expect(made).toMatchObject({
      amount: 250,
      taxAmount: 0,
      status: 'succeeded',
      reason: 'duplicate',
      orderId: order.id,
      metadata: { a: 'b' },
    });
    const { result } = await polar.refunds.list({ orderId: order.id });
    expect(result).toEqual({ items: [made], pagination: { totalCount: 1, maxPage: 1 } });
    const payments = await polar.payments.list({ orderId: order.id });
    expect(payments.result.items).toMatchObject([
      { amount: 1000, status: 'succeeded', method: 'card', orderId: order.id },
    ]);
    const [payment] = payments.result.items;
    expect(await polar.payments.get({ id: payment?.id ?? '' })).toEqual(payment);
  });
});
