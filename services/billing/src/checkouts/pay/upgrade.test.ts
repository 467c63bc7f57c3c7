import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeBenefit,
  makeProduct,
  makeSeller,
  startBilling,
} from '../../../test/factories.ts';
import { confirm, freshEmail, openCheckout, untilStatus } from '../../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

type FreeProduct = NonNullable<Parameters<typeof openCheckout>[1]>;

/** A subscription that costs nothing. */
const buyFree = async ({ seller, product }: FreeProduct = {}) => {
  const opened = await openCheckout(stack, {
    ...(seller && { seller }),
    product: { ...product, recurringInterval: 'month', price: { amountType: 'free' } },
  });
  const email = freshEmail();
  await stack.send('POST', `${opened.path}/confirm`, { body: { customer_email: email } });
  await untilStatus(stack, opened.path, 'succeeded');
  const list = await stack.send('GET', '/subscriptions/', { as: opened.seller.owner });
  return { ...opened, email, subscription: list.body.items[0] };
};

type Free = Awaited<ReturnType<typeof buyFree>>;

/** A checkout that makes a free subscription a paid one. */
const openUpgrade = ({ seller, subscription }: Free, product: FreeProduct['product'] = {}) =>
  openCheckout(stack, {
    seller,
    product: { recurringInterval: 'month', ...product },
    body: { subscription_id: subscription.id },
  });

describe('upgrading a free subscription', () => {
  it('keeps the subscription and moves it to the product that was paid', async () => {
    const free = await buyFree();
    const product = { recurringInterval: 'year' as const, price: { priceAmount: 9900 } };
    const paid = await openCheckout(stack, {
      seller: free.seller,
      product,
      body: { subscription_id: free.subscription.id },
    });
    expect(paid.checkout.customer_email).toBe(free.email);
    expect((await confirm(stack, paid.path)).status).toBe(200);
    await untilStatus(stack, paid.path, 'succeeded');
    const { body } = await stack.send('GET', `/subscriptions/${free.subscription.id}`, {
      as: free.seller.owner,
    });
    expect(body).toMatchObject({
      amount: 9900,
      recurring_interval: 'year',
      product_id: paid.product.id,
      checkout_id: paid.checkout.id,
    });
    const orders = await stack.send('GET', `/orders/?checkout_id=${paid.checkout.id}`, {
      as: free.seller.owner,
    });
    expect(orders.body.items).toMatchObject([
      { billing_reason: 'subscription_update', subscription_id: free.subscription.id },
    ]);
  });

  it('gives the new benefits and takes the old ones', async () => {
    const seller = await makeSeller(stack);
    const { organizationId, owner } = seller;
    const [old, kept, added] = await Promise.all([1, 2, 3].map(() => makeBenefit(stack, { organizationId })));
    if (!old || !kept || !added) throw new Error('three benefits');
    const free = await buyFree({ seller, product: { benefits: [old, kept] } });
    const granted = async () => {
      const { body } = await stack.send('GET', `/customers/${free.subscription.customer_id}/state`, {
        as: owner,
      });
      return body.granted_benefits.map((it: { benefit_id: string }) => it.benefit_id).toSorted();
    };
    await eventually(async () => expect(await granted()).toEqual([old.id, kept.id].toSorted()));
    const { path } = await openUpgrade(free, { benefits: [kept, added] });
    await confirm(stack, path);
    await untilStatus(stack, path, 'succeeded');
    await eventually(async () => expect(await granted()).toEqual([kept.id, added.id].toSorted()));
  });

  it('has no more metadata than metadata may have, however often it moves: what was said last first', async () => {
    const free = await buyFree();
    const { id } = free.subscription;
    const metadataOf = (said: string) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${said}-${at}`, at]));
    for (const said of ['earlier', 'later']) {
      const { path } = await openCheckout(stack, {
        seller: free.seller,
        product: { recurringInterval: 'month', price: { amountType: 'free' } },
        body: { subscription_id: id, metadata: metadataOf(said) },
      });
      expect((await confirm(stack, path, { confirmation_token_id: null })).status).toBe(200);
      await untilStatus(stack, path, 'succeeded');
    }
    const { body } = await stack.send('GET', `/subscriptions/${id}`, { as: free.seller.owner });
    expect(Object.keys(body.metadata)).toHaveLength(50);
    expect(body.metadata).toMatchObject(metadataOf('later'));
  });

  it('is paid once, whether two try at the same time or one after the other', async () => {
    const free = await buyFree();
    const upgrades = await Promise.all([1, 2, 3].map(() => openUpgrade(free)));
    const [late, ...early] = upgrades;
    const replies = await Promise.all(early.map(({ path }) => confirm(stack, path)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const paid = early[replies.findIndex(({ status }) => status === 200)];
    await untilStatus(stack, paid?.path ?? '', 'succeeded');
    const reply = await confirm(stack, late?.path ?? '');
    expect([reply.status, reply.body.error]).toEqual([403, 'AlreadyActiveSubscriptionError']);
    const ids = upgrades.map(({ checkout }) => checkout.id);
    const charges = 'SELECT 1 FROM payments WHERE checkout_id = ANY($1)';
    expect(await stack.db.query(charges, [ids])).toHaveLength(1);
  });

  it('stays with products that recur', async () => {
    const free = await buyFree();
    const { organizationId, owner } = free.seller;
    const [recurring, once] = await Promise.all([
      makeProduct(stack, { organizationId, recurringInterval: 'month' }),
      makeProduct(stack, { organizationId }),
    ]);
    const made = await stack.send('POST', '/checkouts/', {
      as: owner,
      body: { products: [recurring.id, once.id], subscription_id: free.subscription.id },
    });
    const path = `/checkouts/client/${made.body.client_secret}`;
    for (const body of [{ product_id: once.id }, { product_price_id: once.prices[0]?.id }]) {
      const { status, body: refusal } = await stack.send('PATCH', path, { body });
      expect([status, refusal.detail?.[0]?.loc]).toEqual([422, ['body', Object.keys(body)[0]]]);
    }
  });

  it('is not paid for a subscription that has ended since', async () => {
    const free = await buyFree();
    const { path } = await openUpgrade(free);
    await stack.db.query(`UPDATE subscriptions SET status = 'canceled' WHERE id = $1`, [
      free.subscription.id,
    ]);
    expect((await confirm(stack, path)).status).toBe(403);
  });
});
