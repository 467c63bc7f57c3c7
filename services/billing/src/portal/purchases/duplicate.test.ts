import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeProduct, type Seller, startBilling } from '../../../test/factories.ts';
import { buyerOf, customerOf } from '../../../test/portal.ts';
import { buy, confirm, details, openCheckout, untilStatus } from '../../../test/purchases.ts';
import { renewAll } from '../../../test/subscribers.ts';
import { endDueSubscriptions } from '../../endings/subscription.ts';

let stack: BillingStack;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
afterAll(() => stack.stop());

const day = 86_400;
const monthly = { recurringInterval: 'month' as const };
const asSeller = async (seller: Seller, path: string) =>
  (await stack.send('GET', path, { as: seller.owner })).body;

/** Somebody who subscribes, and then again with the address typed: to the same, or to `other`. */
const twice = async ({ other = false, price = {} }: { other?: boolean; price?: object } = {}) => {
  const first = await buy(stack, { product: { ...monthly, ...price } });
  const { seller, email, product } = first;
  const buyAgain = async () => {
    const { path, checkout } = await openCheckout(stack, {
      seller,
      product: { ...monthly, ...price },
      ...(!other && { body: { products: [product.id] } }),
    });
    const reply = await confirm(stack, path, details(email));
    if (reply.status !== 200) throw new Error(reply.text);
    await untilStatus(stack, path, 'succeeded');
    const order = (await asSeller(seller, `/orders/?checkout_id=${checkout.id}`)).items[0];
    return { order, checkout };
  };
  const { order, checkout } = await buyAgain();
  const as = customerOf(seller, order.customer_id);
  const own = `/customer-portal/subscriptions/${order.subscription_id}`;
  return {
    seller,
    email,
    as,
    buyAgain: async () => (await buyAgain()).order.subscription_id as string,
    path: own,
    order,
    firstId: first.order.subscription_id as string,
    secondId: order.subscription_id as string,
    checkoutId: checkout.id as string,
    asked: async (by: object = as, of = own) =>
      (await stack.send('GET', `${of}/duplicate`, { as: by as typeof as })).body,
    end: (by: object = as) => stack.send('POST', `${own}/duplicate`, { as: by as typeof as }),
  };
};

const statusOf = async (seller: Seller, id: string): Promise<string> =>
  (await asSeller(seller, `/subscriptions/${id}`)).status;

/** Ends what is due until this one has ended: a round skips a subscription that something else has locked. */
const untilEnded = (seller: Seller, id: string) =>
  eventually(async () => {
    await endDueSubscriptions(stack.billing);
    expect(await statusOf(seller, id)).toBe('canceled');
  });

/** Lets the first period of both pass, and what ends with it end. */
const nextPeriod = async () => {
  stack.clock.advance(32 * day);
  await renewAll(stack);
  await endDueSubscriptions(stack.billing);
};

describe('a second subscription to the same, where the seller allows one', () => {
  it('is ended by its owner, who has the money back', async () => {
    const { seller, order, asked, end, firstId, secondId } = await twice();
    const { current_period_end } = await asSeller(seller, `/subscriptions/${secondId}`);
    expect(await asked()).toEqual({
      duplicate: { ends_at: current_period_end, refund_amount: order.total_amount, currency: 'usd' },
    });
    const ended = await end();
    expect([ended.status, ended.body.status]).toEqual([200, 'canceled']);
    await eventually(async () =>
      expect(await asSeller(seller, `/orders/${order.id}`)).toMatchObject({ status: 'refunded' }),
    );
    const { items } = await asSeller(seller, `/refunds/?order_id=${order.id}`);
    expect(items).toMatchObject([{ reason: 'duplicate', amount: order.net_amount }]);
    expect(await statusOf(seller, firstId)).toBe('active');
    expect(await statusOf(seller, secondId)).toBe('canceled');
    expect([(await asked()).duplicate, (await end()).status]).toEqual([null, 404]);
    expect((await asSeller(seller, `/refunds/?order_id=${order.id}`)).items).toHaveLength(1);
  });

  it('is given back once, however often that is asked for at once', async () => {
    const { seller, order, end } = await twice();
    const replies = await Promise.all(Array.from({ length: 10 }, () => end()));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(404),
    ]);
    await eventually(async () =>
      expect((await asSeller(seller, `/refunds/?order_id=${order.id}`)).items).toMatchObject([
        { status: 'succeeded', amount: order.net_amount },
      ]),
    );
  });

  it('is nobody’s to know or to end who only typed the address', async () => {
    const { seller, asked, end, checkoutId, secondId } = await twice();
    const buyer = buyerOf(seller, checkoutId);
    expect(await asked(buyer)).toEqual({ duplicate: null });
    expect((await end(buyer)).status).toBe(403);
    const stranger = await twice();
    expect((await end(stranger.as)).status).toBe(404);
    expect((await end(seller.owner)).status).toBe(401);
    expect(await statusOf(seller, secondId)).toBe('active');
  });

  it('gives back what is left where the seller gave back some', async () => {
    const { seller, order, asked, end } = await twice();
    const body = { order_id: order.id, reason: 'other', amount: 400, revoke_benefits: false };
    expect((await stack.send('POST', '/refunds/', { as: seller.owner, body })).status).toBe(200);
    await eventually(async () => expect((await asked()).duplicate.refund_amount).toBe(600));
    await end();
    await eventually(async () =>
      expect(await asSeller(seller, `/orders/${order.id}`)).toMatchObject({
        status: 'refunded',
        refunded_amount: 1000,
      }),
    );
  });

  it('costs nothing to end where it cost nothing', async () => {
    const { seller, asked, end, secondId } = await twice({ price: { price: { amountType: 'free' } } });
    expect((await asked()).duplicate.refund_amount).toBe(0);
    expect((await end()).status).toBe(200);
    expect(await statusOf(seller, secondId)).toBe('canceled');
  });

  it('is one no more after 14 days, beside nothing, or where several are allowed', async () => {
    const late = await twice();
    const alone = await twice();
    const several = await twice();
    await stack.send('DELETE', `/subscriptions/${alone.firstId}`, { as: alone.seller.owner });
    await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
      several.seller.organizationId,
    ]);
    expect([await alone.asked(), await several.asked()]).toEqual([{ duplicate: null }, { duplicate: null }]);
    expect((await alone.end()).status).toBe(404);
    stack.clock.advance(14 * day);
    expect((await late.asked()).duplicate.refund_amount).toBeNull();
    expect((await late.end()).status).toBe(404);
  });
});

describe('a second subscription to something else', () => {
  it('is its customer’s to keep or to cancel, as they meant it perhaps', async () => {
    const { asked, end, seller, secondId } = await twice({ other: true });
    expect((await asked()).duplicate).toMatchObject({ refund_amount: null });
    expect((await end()).status).toBe(404);
    expect(await statusOf(seller, secondId)).toBe('active');
  });
});

describe('the first period of a second subscription', () => {
  it('is its last, beside the one that there was before', async () => {
    const { seller, firstId, secondId } = await twice({ other: true });
    await nextPeriod();
    await untilEnded(seller, secondId);
    expect(await statusOf(seller, firstId)).toBe('active');
    const orders = (await asSeller(seller, `/orders/?subscription_id=${secondId}`)).items;
    expect(orders).toHaveLength(1);
  });

  it('has no next charge, which only who typed the address is not told', async () => {
    const { seller, as, path, firstId, secondId, checkoutId } = await twice();
    const next = (of: string, by: object) => stack.send('GET', `${of}/upcoming`, { as: by as typeof as });
    const ofSeller = `/subscriptions/${secondId}`;
    for (const reply of [await next(ofSeller, seller.owner), await next(path, as)])
      expect([reply.status, reply.body.error]).toEqual([403, 'AlreadyCanceledSubscription']);
    const typed = await next(path, buyerOf(seller, checkoutId));
    expect([typed.status, typed.body.due_amount]).toEqual([200, 1000]);
    await stack.send('DELETE', `/subscriptions/${firstId}`, { as: seller.owner });
    expect((await next(ofSeller, seller.owner)).body.due_amount).toBe(1000);
  });

  it('is followed by no charge after a change of product either, but for what waits until its end', async () => {
    const { seller, as, path, secondId, checkoutId } = await twice();
    const { id: product_id } = await makeProduct(stack, {
      ...{ organizationId: seller.organizationId, ...monthly },
      price: { priceAmount: 3000 },
    });
    const preview = async (of: string, by: object, proration_behavior?: string) =>
      (
        await stack.send('POST', `${of}/preview`, {
          as: by as typeof as,
          body: { product_id, proration_behavior },
        })
      ).body;
    const ofSeller = `/subscriptions/${secondId}`;
    const now = await preview(ofSeller, seller.owner, 'invoice');
    expect([now.invoice.due_amount, now.next_invoice]).toEqual([2000, null]);
    expect((await preview(ofSeller, seller.owner, 'next_period')).next_invoice).toBeNull();
    const waits = { invoice: null, next_invoice: { due_amount: 2000, date: now.current_period_end } };
    expect(await preview(ofSeller, seller.owner, 'prorate')).toMatchObject(waits);
    expect(await preview(path, as)).toMatchObject(waits);
    const typed = await preview(path, buyerOf(seller, checkoutId));
    expect(typed.next_invoice.due_amount).toBe(5000);
    const body = { product_id, proration_behavior: 'prorate' };
    expect((await stack.send('PATCH', ofSeller, { as: seller.owner, body })).status).toBe(200);
    await nextPeriod();
    await untilEnded(seller, secondId);
    await renewAll(stack);
    await eventually(async () => {
      const { items } = await asSeller(seller, `/orders/?subscription_id=${secondId}`);
      expect(items.map((it: { due_amount: number }) => it.due_amount)).toEqual([2000, 1000]);
    });
  });

  it('is a trial, of which nothing is charged', async () => {
    const mails = () => sent.filter(({ to, type }) => to === second.email && type === 'trial-ending');
    const trial = { trialInterval: 'day', trialIntervalCount: 5 } as const;
    const second = await twice({ price: trial });
    stack.clock.advance(3 * day);
    await renewAll(stack);
    await eventually(() => expect(mails()).toHaveLength(1));
    stack.clock.advance(3 * day);
    await renewAll(stack);
    const { seller, firstId, secondId } = second;
    await untilEnded(seller, secondId);
    expect(await statusOf(seller, firstId)).toBe('active');
    const orders = (await asSeller(seller, `/orders/?subscription_id=${secondId}`)).items;
    expect(orders.map(({ total_amount }: { total_amount: number }) => total_amount)).toEqual([0]);
    expect(mails()).toHaveLength(1);
  });

  it('ends beside the one before it alone: of two that are left the earlier goes on', async () => {
    const { seller, firstId, secondId, buyAgain } = await twice();
    const thirdId = await buyAgain();
    await stack.send('DELETE', `/subscriptions/${firstId}`, { as: seller.owner });
    await nextPeriod();
    await untilEnded(seller, thirdId);
    expect(await statusOf(seller, secondId)).toBe('active');
  });

  it('is followed by others where the one before it is set to end', async () => {
    const { seller, firstId, secondId, asked } = await twice();
    const body = { cancel_at_period_end: true };
    await stack.send('PATCH', `/subscriptions/${firstId}`, { as: seller.owner, body });
    expect(await asked()).toEqual({ duplicate: null });
    await nextPeriod();
    await untilEnded(seller, firstId);
    expect(await statusOf(seller, secondId)).toBe('active');
  });

  it('is followed by others once it is the only one', async () => {
    const { seller, firstId, secondId } = await twice();
    await stack.send('DELETE', `/subscriptions/${firstId}`, { as: seller.owner });
    await nextPeriod();
    expect(await statusOf(seller, secondId)).toBe('active');
    await eventually(async () =>
      expect((await asSeller(seller, `/orders/?subscription_id=${secondId}`)).items).toHaveLength(2),
    );
  });

  it('is followed by others where several are allowed by then', async () => {
    const { seller, firstId, secondId } = await twice();
    await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
      seller.organizationId,
    ]);
    await nextPeriod();
    expect([await statusOf(seller, firstId), await statusOf(seller, secondId)]).toEqual(['active', 'active']);
  });
});
