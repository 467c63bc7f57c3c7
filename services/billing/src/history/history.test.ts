import { eventually } from '@tessera/kit/test/eventually';
import { oauthClientOf } from '@tessera/kit/test/oauth-clients';
import { orderUpdated, refundUpdated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeBenefit,
  makeDiscount,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { customerOf } from '../../test/portal.ts';
import { buy } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { type HistoryRow, insertHistory } from './entity.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const history = async (path: string) => {
  const reply = await stack.send('GET', `${path}/history?limit=100`, { as: seller.owner });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.items as Record<string, unknown>[];
};
/** Once what is wanted has come: it is kept beside the sale, not within it. */
const historyWith = (path: string, ...types: string[]) =>
  eventually(async () => {
    const items = await history(path);
    expect(items.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
    return items;
  });
const owner = () =>
  seller.owner.kind === 'user' && {
    kind: 'user',
    id: seller.owner.userId,
    name: seller.owner.name,
    impersonated_by: null,
  };

describe('what happened to an order', () => {
  it('tells a dispute from a refund of the seller', async () => {
    const { order } = await buy(stack, { seller });
    const metadata = { dispute: 'du_1', dispute_reason: 'fraudulent' };
    const body = { order_id: order.id, reason: 'fraudulent', amount: 100, metadata };
    await stack.send('POST', '/refunds/', { as: seller.owner, body });
    const items = await historyWith(`/orders/${order.id}`, 'refund.created');
    expect(items.find(({ type }) => type === 'refund.created')).toMatchObject({
      facts: { amount: 100, reason: 'dispute', status: 'succeeded' },
    });
  });

  it('is its sale, the mail about it, and who gave money back', async () => {
    const { order } = await buy(stack, { seller });
    const wish = { order_id: order.id, reason: 'customer_request', amount: 100 };
    await stack.send('POST', '/refunds/', { as: seller.owner, body: wish });
    const items = await historyWith(`/orders/${order.id}`, 'order.paid', 'mail.sent', 'refund.created');
    expect(items.find(({ type }) => type === 'refund.created')).toMatchObject({
      actor: owner(),
      order_id: order.id,
      facts: { amount: 100, currency: 'usd', reason: 'customer_request' },
    });
    expect(items.find(({ type }) => type === 'order.paid')).toMatchObject({
      actor: null,
      customer_id: order.customer_id,
      facts: { amount: 1000, invoice_number: order.invoice_number, name: order.product.name },
    });
    const receipt = { mail: 'order-confirmation', subject: expect.stringContaining(order.product.name) };
    expect(items).toContainEqual(
      expect.objectContaining({ type: 'mail.sent', facts: expect.objectContaining(receipt) }),
    );
    const times = items.map(({ happened_at: at }) => Date.parse(String(at)));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('names no change where the same moment tells which', async () => {
    const { order } = await buy(stack, { seller });
    stack.clock.advance(5);
    const body = { billing_name: 'Ada Lovelace', billing_address: { country: 'FR' } };
    await stack.send('PATCH', `/orders/${order.id}`, { as: seller.owner, body });
    const wish = { order_id: order.id, reason: 'other', amount: 1000 };
    stack.clock.advance(5);
    await stack.send('POST', '/refunds/', { as: seller.owner, body: wish });
    const items = await historyWith(`/orders/${order.id}`, 'refund.created', 'order.updated');
    expect(items.filter(({ type }) => type === 'order.updated')).toMatchObject([{ actor: owner() }]);
  });
});

describe('what happened to an order that was invoiced', () => {
  it('tells the invoice from a change of billing details', async () => {
    const { order } = await buy(stack, { seller });
    stack.clock.advance(5);
    const body = { billing_name: 'Ada Lovelace', billing_address: { country: 'FR' } };
    await stack.send('PATCH', `/orders/${order.id}`, { as: seller.owner, body });
    stack.clock.advance(5);
    await stack.send('POST', `/orders/${order.id}/invoice`, { as: seller.owner });
    const changes = await eventually(async () => {
      const items = await history(`/orders/${order.id}`);
      const found = items.filter(({ type }) => type === 'order.updated');
      expect(found).toHaveLength(2);
      return found;
    });
    expect(changes).toMatchObject([
      { actor: owner(), facts: { reason: 'invoice_created', invoice_number: order.invoice_number } },
      { actor: owner(), facts: { reason: 'purchase' } },
    ]);
  });

  it('tells no second invoice when a refund comes back', async () => {
    const { order } = await buy(stack, { seller, token: 'tok_refund_fails_later' });
    stack.clock.advance(5);
    await stack.send('POST', `/orders/${order.id}/invoice`, { as: seller.owner });
    await historyWith(`/orders/${order.id}`, 'order.updated');
    stack.clock.advance(5);
    const wish = { order_id: order.id, reason: 'other', amount: 400 };
    const { body: refund } = await stack.send('POST', '/refunds/', { as: seller.owner, body: wish });
    expect(refund.status).toBe('succeeded');
    await stack.events.next(refundUpdated, ({ refundId }) => refundId === refund.id);
    const back = await stack.events.next(
      orderUpdated,
      ({ orderId, change }) => orderId === order.id && change === 'refund_failed',
    );
    expect(JSON.parse(back.snapshot)).toMatchObject({ refunded_amount: 0 });
    const kept = await eventually(async () => {
      const rows = await stack.db.query(
        `SELECT facts->>'reason' AS reason FROM history WHERE order_id = $1 AND type = 'order.updated'
         ORDER BY event_id`,
        [order.id],
      );
      expect(rows).toHaveLength(3);
      return rows;
    });
    expect(kept).toEqual([
      { reason: 'purchase' },
      { reason: 'invoice_created' },
      { reason: 'refund_failed' },
    ]);
    const items = await historyWith(`/orders/${order.id}`, 'refund.updated');
    const invoices = items.filter(({ facts }) => (facts as { reason: unknown }).reason === 'invoice_created');
    expect(invoices).toHaveLength(1);
  });
});

describe('what happened to a subscription, and to its customer', () => {
  it('says who canceled it and who kept it, and what was granted', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    const { order } = await buy(stack, {
      seller,
      product: { recurringInterval: 'month', benefits: [benefit] },
    });
    const path = `/subscriptions/${order.subscription_id}`;
    const change = async (as: Parameters<typeof stack.send>[2], isEnding: boolean) => {
      stack.clock.advance(5);
      const body = { cancel_at_period_end: isEnding };
      expect((await stack.send('PATCH', path, { ...as, body })).status).toBe(200);
    };
    await change({ as: seller.owner }, true);
    const token = tokenOf(seller.organizationId, 'subscriptions:write');
    await change({ as: token }, false);
    const items = await historyWith(path, 'subscription.uncanceled', 'order.paid', 'benefit_grant.created');
    // The mails about it come in between.
    const acts = items.filter(({ type }) => type !== 'mail.sent');
    expect(acts.slice(0, 2)).toMatchObject([
      {
        type: 'subscription.uncanceled',
        actor: {
          kind: 'token',
          id: token.kind === 'token' ? token.tokenId : '',
          name: null,
          impersonated_by: null,
        },
      },
      { type: 'subscription.canceled', actor: owner() },
    ]);
    const whole = await historyWith(`/customers/${order.customer_id}`, 'customer.created', 'mail.sent');
    expect(whole.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['subscription.created', 'subscription.canceled', 'order.paid']),
    );
  });
});

describe('what an OAuth client of a user did', () => {
  it('is shown as done by its token, and kept with the client and the user', async () => {
    const { order } = await buy(stack, { seller });
    stack.clock.advance(5);
    const as = oauthClientOf(seller.owner.kind === 'user' ? seller.owner.userId : '', 'orders:write');
    const body = { billing_name: 'Ada Lovelace', billing_address: { country: 'FR' } };
    expect((await stack.send('PATCH', `/orders/${order.id}`, { as, body })).status).toBe(200);
    const items = await historyWith(`/orders/${order.id}`, 'order.updated');
    const change = items.find(({ type }) => type === 'order.updated');
    expect(change?.['actor']).toEqual({ kind: 'token', id: as.tokenId, name: null, impersonated_by: null });
    const kept = await stack.db.query('SELECT actor FROM history WHERE event_id = $1', [
      change?.['event_id'],
    ]);
    expect(kept).toEqual([{ actor: `token:${as.tokenId}::${as.clientId}:${as.userId}` }]);
  });
});

describe('what happened to a subscription that was renewed', () => {
  it('is the renewal, and no change besides', async () => {
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const subscriptionId = order.subscription_id as string;
    const path = `/subscriptions/${subscriptionId}`;
    await historyWith(path, 'order.paid');
    const at = (milliseconds: number) => new Date(Date.UTC(2030, 0, 1) + milliseconds);
    const entry = (type: HistoryRow['type'], happenedAt: Date, facts: object): HistoryRow => ({
      ...{ eventId: uuidv7(), type, happenedAt, organizationId: seller.organizationId, actor: null },
      ...{ customerId: order.customer_id, orderId: null, subscriptionId, facts },
    });
    await insertHistory(stack.db, [
      entry('subscription.updated', at(0), { status: 'active' }),
      entry('order.created', at(40), { reason: 'subscription_cycle' }),
      entry('subscription.updated', at(80), { status: 'past_due' }),
      entry('subscription.updated', at(60_000), { status: 'active' }),
      entry('order.created', at(60_040), { reason: 'subscription_update' }),
    ]);
    const items = await history(path);
    expect(items.slice(0, 4).map(({ type, facts }) => [type, facts])).toMatchObject([
      ['order.created', { reason: 'subscription_update' }],
      ['subscription.updated', { status: 'active' }],
      ['subscription.updated', { status: 'past_due' }],
      ['order.created', { reason: 'subscription_cycle' }],
    ]);
    expect(items[4]?.['type']).not.toBe('subscription.updated');
  });

  it('names what was changed', async () => {
    const people = subscribersOf(stack, seller);
    const { id } = await people.subscribe();
    const path = `/subscriptions/${id}`;
    const other = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      price: { priceAmount: 3000 },
    });
    const discount = await makeDiscount(stack, { organizationId: seller.organizationId });
    for (const body of [
      { pause_at_period_end: true },
      { pause_at_period_end: false },
      { product_id: other.id, proration_behavior: 'next_period' },
      { pending_update: null },
      { discount_id: discount.id },
      { discount_id: null },
      { product_id: other.id, proration_behavior: 'prorate' },
    ]) {
      stack.clock.advance(5);
      const { status, text } = await stack.send('PATCH', path, { as: seller.owner, body });
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    }
    const told = await eventually(async () => {
      const items = await history(path);
      const changes = items.filter(({ type }) => type === 'subscription.updated');
      expect(changes).toHaveLength(7);
      return changes;
    });
    expect(told.map(({ facts }) => (facts as { reason: string }).reason).toReversed()).toEqual([
      'pause_planned',
      'pause_withdrawn',
      'change_planned',
      'change_withdrawn',
      'discount',
      'discount_removed',
      'product',
    ]);
  });

  it('has a failed charge at the time of the business', async () => {
    const people = subscribersOf(stack, seller);
    const { id, customerId } = await people.subscribe();
    const path = `/subscriptions/${id}`;
    const { current_period_end: end } = await people.get(path);
    await people.cards(customerId, 'fails_later');
    await people.moveTo(end);
    await people.is(id, 'past_due');
    const items = await historyWith(path, 'renewal.failed');
    const at = items.find(({ type }) => type === 'renewal.failed')?.['happened_at'];
    expect(Math.abs(Date.parse(String(at)) - Date.parse(end))).toBeLessThan(60_000);
  });
});

describe('the payments of an order that failed', () => {
  it('are in its history, whoever made them', async () => {
    const people = subscribersOf(stack, seller);
    const { id, customerId } = await people.subscribe();
    const { current_period_end: end } = await people.subscription(id);
    await people.cards(customerId, 'declined');
    await people.moveTo(end);
    await people.is(id, 'past_due');
    const [, { id: orderId, total_amount: amount }] = await people.orders(id);
    expect((await people.send('POST', `/orders/${orderId}/retry-payment`)).body.status).toBe('failed');
    const as = customerOf(seller, customerId);
    const path = `/customer-portal/orders/${orderId}/confirm-payment`;
    const body = { confirmation_token_id: 'tok_lost_card' };
    expect((await stack.send('POST', path, { as, body })).body.status).toBe('failed');
    const tries = await eventually(async () => {
      const items = await history(`/orders/${orderId}`);
      const failed = items.filter(({ type }) => String(type).endsWith('.failed'));
      expect(failed).toHaveLength(3);
      return failed;
    });
    const told = (reason: string) => ({ amount, currency: 'usd', reason });
    const by = (type: string, actor: unknown, facts: object) =>
      expect.objectContaining({ type, actor, facts: expect.objectContaining(facts) });
    expect(tries).toEqual(
      expect.arrayContaining([
        by('payment.failed', expect.objectContaining({ kind: 'customer' }), told('lost_card')),
        by('payment.failed', owner(), told('card_declined')),
        by('renewal.failed', null, {}),
      ]),
    );
  });
});

describe('the routes of what happened', () => {
  it('are for the seller, with the scope of what it happened to', async () => {
    const { order } = await buy(stack, { seller });
    const stranger = await makeSeller(stack);
    const paths = {
      'orders:read': `/orders/${order.id}/history`,
      'customers:read': `/customers/${order.customer_id}/history`,
    };
    for (const [scope, path] of Object.entries(paths)) {
      const get = async (as: Seller['owner']) => (await stack.send('GET', path, { as })).status;
      expect(await get(seller.member)).toBe(200);
      expect(await get(stranger.owner)).toBe(404);
      expect(await get(tokenOf(seller.organizationId, scope))).toBe(200);
      expect(await get(tokenOf(stranger.organizationId, scope))).toBe(404);
      expect(await get(tokenOf(seller.organizationId, 'products:read'))).toBe(403);
    }
    const unknown = await stack.send('GET', `/orders/${uuidv7()}/history`, { as: seller.owner });
    expect(unknown.status).toBe(404);
    const bad = await stack.send('GET', `/orders/${order.id}/history?page=0`, { as: seller.owner });
    expect(bad.status).toBe(422);
  });
});
