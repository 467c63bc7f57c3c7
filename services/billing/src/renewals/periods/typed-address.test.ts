import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, type Seller, startBilling } from '../../../test/factories.ts';
import { customerOf } from '../../../test/portal.ts';
import { buy, details, openCheckout, untilStatus } from '../../../test/purchases.ts';
import { renewAll } from '../../../test/subscribers.ts';
import { addToBalance, findBalance } from '../../customers/balance.ts';

/** Whoever typed an address pays for what they subscribed to: with the card that they gave, and no other. */
let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const monthly = { recurringInterval: 'month' as const };

/** Which cards the payments for a subscription were made with, oldest first. */
const chargedWith = async (subscriptionId: string): Promise<string[]> =>
  (
    await stack.db.query(
      `SELECT p.payment_method_id AS card FROM orders o JOIN payments p ON p.order_id = o.id
       WHERE o.subscription_id = $1 AND p.status = 'succeeded' ORDER BY p.created_at`,
      [subscriptionId],
    )
  ).map(({ card }: { card: string }) => card);

const subscribeAgain = async (seller: Seller, email: string, product: object, body: object = {}) => {
  const { path, checkout } = await openCheckout(stack, { seller, product: { ...monthly, ...product } });
  const reply = await stack.send('POST', `${path}/confirm`, { body: { ...details(email), ...body } });
  expect(reply.status).toBe(200);
  await untilStatus(stack, path, 'succeeded');
  const { body: orders } = await stack.send('GET', `/orders/?checkout_id=${checkout.id}`, {
    as: seller.owner,
  });
  return orders.items[0].subscription_id as string;
};

const aMonthOn = (): void => stack.clock.set(new Date(stack.clock.now().getTime() + 32 * 86_400_000));

const untilChargedWith = (subscriptionId: string, cards: readonly (string | undefined)[]): Promise<void> =>
  eventually(async () => {
    await renewAll(stack);
    expect(await chargedWith(subscriptionId)).toEqual(cards);
  });

describe('subscriptions of one address that was typed twice', () => {
  it('are charged with a card each, until their customer chooses one for all', async () => {
    const { seller, email, order } = await buy(stack, { product: monthly });
    await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
      seller.organizationId,
    ]);
    const own = order.subscription_id as string;
    const strange = await subscribeAgain(seller, email, {}, { confirmation_token_id: 'tok_success' });
    const [mine] = await chargedWith(own);
    const [other] = await chargedWith(strange);
    expect(mine).not.toBe(other);
    aMonthOn();
    await untilChargedWith(own, [mine, mine]);
    await untilChargedWith(strange, [other, other]);
    const as = customerOf(seller, order.customer_id);
    const methods = '/customer-portal/customers/me/payment-methods';
    const [kept] = (await stack.send('GET', methods, { as })).body.items;
    const chosen = await stack.send('PATCH', `${methods}/${kept.id}`, { as, body: { default: true } });
    expect(chosen.status).toBe(200);
    aMonthOn();
    await untilChargedWith(strange, [other, other, mine]);
  });

  it('leave a saved card alone after a trial that somebody else began without one', async () => {
    const { seller, email, order } = await buy(stack, { product: monthly });
    await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
      seller.organizationId,
    ]);
    const trial = { trialInterval: 'day', trialIntervalCount: 3, trialRequiresPaymentMethod: false };
    const strange = await subscribeAgain(seller, email, trial);
    const [card] = await chargedWith(order.subscription_id);
    aMonthOn();
    await untilChargedWith(order.subscription_id, [card, card]);
    expect(await chargedWith(strange)).toEqual([]);
    const { body } = await stack.send('GET', `/subscriptions/${strange}`, { as: seller.owner });
    expect(body.status).toBe('canceled');
  });

  it('use credit that they have added themselves, and no other of their customer', async () => {
    const { seller, email, order } = await buy(stack, { product: monthly });
    await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
      seller.organizationId,
    ]);
    const strange = await subscribeAgain(seller, email, {}, { confirmation_token_id: 'tok_success' });
    await give(seller, order.customer_id, 1500);
    const { body: preview } = await stack.send('GET', `/subscriptions/${strange}/upcoming`, {
      as: seller.owner,
    });
    expect(preview).toMatchObject({ applied_balance_amount: 0, due_amount: preview.total_amount });
    aMonthOn();
    await renewAll(stack);
    await eventually(async () => expect(await appliedTo(strange)).toEqual([0, 0]));
    expect(await balanceOf(order.customer_id)).toBe(1500);
    await stack.db.query(
      'UPDATE orders SET applied_balance_amount = 600 WHERE subscription_id = $1 AND billing_reason = $2',
      [strange, 'subscription_create'],
    );
    aMonthOn();
    await renewAll(stack);
    await eventually(async () => expect(await appliedTo(strange)).toEqual([600, 0, -600]));
  });

  it('run up no debts for their customer', async () => {
    const { seller, email, order } = await buy(stack, { product: monthly });
    await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
      seller.organizationId,
    ]);
    stack.clock.set(new Date(stack.clock.now().getTime() + 1000));
    const strange = await subscribeAgain(seller, email, {}, { confirmation_token_id: 'tok_success' });
    await stack.db.query(`UPDATE subscriptions SET amount = 30 WHERE id = $1`, [strange]);
    aMonthOn();
    await renewAll(stack);
    await eventually(async () => expect(await appliedTo(strange)).toEqual([0, -30]));
    expect(await balanceOf(order.customer_id)).toBe(0);
  });
});

const give = (seller: Seller, customerId: string, amount: number): Promise<unknown> =>
  stack.db.transaction((em) =>
    addToBalance(
      em,
      { customerId, currency: 'usd', organizationId: seller.organizationId },
      { amount, at: stack.clock.now() },
    ),
  );

const balanceOf = async (customerId: string): Promise<number> =>
  findBalance(stack.db.manager, { customerId, currency: 'usd' });

/** What the orders of a subscription took of its customer's credit (below 0) or added to it, oldest first. */
const appliedTo = async (subscriptionId: string): Promise<number[]> =>
  (
    await stack.db.query(
      'SELECT applied_balance_amount AS amount FROM orders WHERE subscription_id = $1 ORDER BY created_at, id',
      [subscriptionId],
    )
  ).map(({ amount }: { amount: number }) => amount);
