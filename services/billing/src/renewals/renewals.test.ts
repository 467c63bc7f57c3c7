import { waitingWork } from '@tessera/kit/background/waiting';
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { queriesOf } from '@tessera/kit/test/query-costs';
import {
  type BillingStack,
  makeBenefit,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { customerOf } from '../../test/portal.ts';
import { buy } from '../../test/purchases.ts';
import { renewAll, subscribersOf } from '../../test/subscribers.ts';
import { sweepPayments } from '../payments/settlement.ts';
import { renewSubscription } from './periods/renew.ts';
import { renewDue } from './worker.ts';

let stack: BillingStack;
let seller: Seller;
const mails: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const day = 86_400_000;
const get = async (path: string) => (await stack.send('GET', path, { as: seller.owner })).body;
const subscriptionOf = (id: string) => get(`/subscriptions/${id}`);
/** Oldest first. */
const ordersOf = async (id: string) => (await get(`/orders/?subscription_id=${id}&sorting=created_at`)).items;
const grantsOf = async (customerId: string): Promise<string[]> =>
  (await get(`/customers/${customerId}/state`)).granted_benefits.map(
    (it: { benefit_id: string }) => it.benefit_id,
  );
/** What a card that was kept does from now on. */
const cardsOf = (customerId: string, outcome: string) =>
  stack.db.query(
    `UPDATE sandbox_charges SET outcome = $2
     WHERE method_id IN (SELECT payment_method_id FROM payments WHERE customer_id = $1)`,
    [customerId, outcome],
  );
const charges = async (customerId: string): Promise<number> => {
  const [row] = await stack.db.query(
    `SELECT count(*)::int AS count FROM sandbox_charges c JOIN payments p ON p.id = c.payment_id
     JOIN orders o ON o.id = p.purpose_id WHERE p.purpose_kind = 'renewal' AND o.customer_id = $1`,
    [customerId],
  );
  return row.count;
};

const subscribe = async (changes: object = {}, options: { body?: object } = {}) => {
  const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
  const sale = await buy(stack, {
    seller,
    product: { recurringInterval: 'month', benefits: [benefit], ...changes },
    ...options,
  });
  const id: string = sale.order.subscription_id;
  const customerId: string = sale.order.customer_id;
  await eventually(async () => expect(await grantsOf(customerId)).toEqual([benefit.id]));
  return { id, customerId, benefit, subscription: await subscriptionOf(id) };
};
const moveTo = (time: string | number): void => stack.clock.set(new Date(time));
/** Renews what is due until there is nothing left. */
const renew = () => renewAll(stack);
const renewed = (id: string, count: number, status = 'paid') =>
  eventually(async () => {
    await renew();
    const orders = await ordersOf(id);
    expect(orders).toHaveLength(count);
    expect(orders.at(-1).status).toBe(status);
    return orders.at(-1);
  });
const about = (id: string): string[] =>
  stack.events.about(id).map((subject) => subject.replace(/^billing\.\w+\./, ''));

describe('a subscription whose period is over', () => {
  it('goes on: the next period, its order, the charge, and what partners hear', async () => {
    const { id, customerId, subscription, benefit } = await subscribe();
    moveTo(subscription.current_period_end);
    const order = await renewed(id, 2);
    expect(order).toMatchObject({
      billing_reason: 'subscription_cycle',
      paid: true,
      total_amount: 1000,
      subscription_id: id,
      checkout_id: null,
      items: [{ amount: 1000, proration: false }],
    });
    const after = await subscriptionOf(id);
    expect(after.current_period_start).toBe(subscription.current_period_end);
    expect(after.status).toBe('active');
    expect(await charges(customerId)).toBe(1);
    expect(await get(`/payments/?order_id=${order.id}`)).toMatchObject({
      items: [{ status: 'succeeded', amount: 1000, checkout_id: null, method_metadata: { last4: '4242' } }],
    });
    await eventually(() =>
      expect(stack.events.about(id, order.id).slice(2)).toEqual([
        'billing.subscription.updated',
        'billing.order.created',
        'billing.order.updated',
        'billing.order.paid',
      ]),
    );
    expect(await grantsOf(customerId)).toEqual([benefit.id]);
  });

  it('is renewed once, by however many at the same time', async () => {
    const { id, customerId, subscription } = await subscribe();
    moveTo(subscription.current_period_end);
    await Promise.all(Array.from({ length: 6 }, () => renewDue(stack.billing)));
    await renewed(id, 2);
    expect(await charges(customerId)).toBe(1);
  });

  it('is counted in the metrics while it waits', async () => {
    const waiting = async () => (await waitingWork()).find(({ work }) => work === 'renewals')?.waiting;
    const { id, subscription } = await subscribe();
    await stack.db.transaction(async (em) => {
      // No worker takes a row that is locked.
      await em.query('SELECT 1 FROM subscriptions WHERE id = $1 FOR UPDATE', [id]);
      moveTo(subscription.current_period_end);
      expect(await waiting()).toBeGreaterThan(0);
    });
    await renew();
    await eventually(async () => expect(await waiting()).toBe(0));
  });

  it('is planned, written and charged in 18 statements at most, two of which are the transaction', async () => {
    const { id, subscription } = await subscribe();
    // Out of the worker's reach.
    await stack.db.query(
      `INSERT INTO renewal_claims (subject_id, claimed_until, attempts) VALUES ($1, now() + interval '1 hour', 1)`,
      [id],
    );
    moveTo(subscription.current_period_end);
    expect(await queriesOf(() => renewSubscription(stack.billing, id))).toBeLessThanOrEqual(18);
    await eventually(async () => expect((await ordersOf(id)).at(-1)).toMatchObject({ paid: true }), 15_000);
    expect(await ordersOf(id)).toHaveLength(2);
    await stack.db.query('DELETE FROM renewal_claims WHERE subject_id = $1', [id]);
  });

  it('that cost nothing has an order of nothing, and no charge', async () => {
    const { id, customerId, subscription } = await subscribe({ price: { amountType: 'free' } });
    moveTo(subscription.current_period_end);
    const order = await renewed(id, 2);
    expect(order).toMatchObject({ total_amount: 0, paid: true });
    expect(await charges(customerId)).toBe(0);
  });

  it('is not renewed when it is set to end', async () => {
    const { id, subscription } = await subscribe();
    await stack.send('PATCH', `/subscriptions/${id}`, {
      as: seller.owner,
      body: { cancel_at_period_end: true },
    });
    moveTo(subscription.current_period_end);
    await renew();
    await subscribersOf(stack, seller).is(id, 'canceled');
    expect(await ordersOf(id)).toHaveLength(1);
  });

  it('long ago goes on from now: what was missed is not charged', async () => {
    const { id, customerId, subscription } = await subscribe();
    const later = new Date(subscription.current_period_end).getTime() + 100 * day;
    moveTo(later);
    await renewed(id, 2);
    expect(await charges(customerId)).toBe(1);
    expect(new Date((await subscriptionOf(id)).current_period_start).getTime()).toBe(later);
    await eventually(async () => {
      const { body } = await stack.send('GET', `/subscriptions/${id}/history`, { as: seller.owner });
      const emitted = body.items.filter(({ type }: { type: string }) => type === 'renewal.periods_missed');
      expect(emitted).toMatchObject([{ subscription_id: id, customer_id: customerId, facts: { count: 3 } }]);
    });
  });
});

describe('the discount of a subscription', () => {
  it('that holds once is gone with the second period', async () => {
    const { body: discount } = await stack.send('POST', '/discounts/', {
      as: seller.owner,
      body: {
        name: 'First month',
        type: 'percentage',
        basis_points: 5000,
        duration: 'once',
        organization_id: seller.organizationId,
      },
    });
    const { id, subscription } = await subscribe({}, { body: { discount_id: discount.id } });
    expect(subscription.amount).toBe(500);
    moveTo(subscription.current_period_end);
    const order = await renewed(id, 2);
    expect(order).toMatchObject({ discount_amount: 0, total_amount: 1000, discount: null });
    expect(await subscriptionOf(id)).toMatchObject({ amount: 1000, discount_id: null });
  });

  it('that was given to it while it ran begins with its next period', async () => {
    const { id, subscription } = await subscribe();
    const { body: discount } = await stack.send('POST', '/discounts/', {
      as: seller.owner,
      body: {
        name: 'Please stay',
        type: 'percentage',
        basis_points: 5000,
        duration: 'once',
        organization_id: seller.organizationId,
      },
    });
    const body = { discount_id: discount.id };
    await stack.send('PATCH', `/subscriptions/${id}`, { as: seller.owner, body });
    moveTo(subscription.current_period_end);
    expect(await renewed(id, 2)).toMatchObject({ discount_amount: 500, discount: { id: discount.id } });
    moveTo((await subscriptionOf(id)).current_period_end);
    expect(await renewed(id, 3)).toMatchObject({ discount_amount: 0, total_amount: 1000, discount: null });
    expect(await subscriptionOf(id)).toMatchObject({ amount: 1000, discount_id: null });
  });

  it('that holds for ever is on each order', async () => {
    const { body: discount } = await stack.send('POST', '/discounts/', {
      as: seller.owner,
      body: {
        name: 'Friends',
        type: 'fixed',
        amount: 300,
        currency: 'usd',
        duration: 'forever',
        organization_id: seller.organizationId,
      },
    });
    const { id, subscription } = await subscribe({}, { body: { discount_id: discount.id } });
    moveTo(subscription.current_period_end);
    const order = await renewed(id, 2);
    expect(order).toMatchObject({
      subtotal_amount: 1000,
      discount_amount: 300,
      total_amount: 700,
      discount: { id: discount.id },
    });
  });
});

describe('a renewal that cannot be charged', () => {
  const fail = async () => {
    const sold = await subscribe();
    await cardsOf(sold.customerId, 'declined');
    moveTo(sold.subscription.current_period_end);
    await renew();
    await eventually(async () => expect((await subscriptionOf(sold.id)).status).toBe('past_due'));
    return sold;
  };

  it('makes the subscription past due, takes its benefits, and is tried again until it is paid', async () => {
    const { id, customerId, subscription, benefit } = await fail();
    expect(await grantsOf(customerId)).toEqual([]);
    const [, waiting] = await ordersOf(id);
    expect(waiting).toMatchObject({ status: 'pending', paid: false });
    await eventually(() => {
      const [mail] = mails.filter(
        ({ to, type }) => to === waiting.customer.email && type === 'renewal-failed',
      );
      expect(mail?.text).toMatch(/could not charge \$10\.00 for A product.*\n*.*We will try again on/s);
    });
    await renew();
    expect(await charges(customerId)).toBe(1);
    await cardsOf(customerId, 'success');
    moveTo(new Date(subscription.current_period_end).getTime() + 2 * day);
    await renewed(id, 2);
    expect(await charges(customerId)).toBe(2);
    await eventually(async () => {
      expect((await subscriptionOf(id)).status).toBe('active');
      expect(await grantsOf(customerId)).toEqual([benefit.id]);
    });
    await eventually(() =>
      expect(about(id).filter((type) => type !== 'failed')).toEqual([
        'created',
        'active',
        'updated',
        'updated',
        'revoked',
        'updated',
        'active',
      ]),
    );
  });

  it('ends the subscription after four more attempts', async () => {
    const { id, customerId, subscription } = await fail();
    let time = new Date(subscription.current_period_end).getTime();
    for (const [index, days] of [2, 5, 7, 7].entries()) {
      time += days * day;
      moveTo(time);
      await eventually(async () => {
        await renew();
        expect(await charges(customerId)).toBe(index + 2);
      });
    }
    await eventually(async () => expect((await subscriptionOf(id)).status).toBe('canceled'));
    expect((await ordersOf(id))[1]).toMatchObject({ status: 'pending', paid: false });
    moveTo(time + 60 * day);
    await renew();
    expect(await charges(customerId)).toBe(5);
    const { email } = await get(`/customers/${customerId}`);
    await eventually(() => {
      const emitted = mails.filter(({ to, type }) => to === email && type === 'renewal-failed');
      expect(emitted).toHaveLength(5);
      expect(emitted.filter(({ text }) => text.includes('your subscription has ended'))).toHaveLength(1);
    });
    await eventually(() => expect(about(id).slice(-2)).toEqual(['updated', 'canceled']));
    expect(about(id).filter((type) => type === 'revoked')).toHaveLength(1);
  });

  it('because no card was kept is past due at once', async () => {
    const { id, customerId, subscription } = await subscribe();
    await stack.db.query('UPDATE payments SET payment_method_id = NULL WHERE customer_id = $1', [customerId]);
    await stack.db.query('DELETE FROM payment_methods WHERE customer_id = $1', [customerId]);
    moveTo(subscription.current_period_end);
    await renew();
    expect((await subscriptionOf(id)).status).toBe('past_due');
    expect(await charges(customerId)).toBe(0);
    const [, order] = await ordersOf(id);
    const path = `/customer-portal/orders/${order.id}/payment-status`;
    const { body } = await stack.send('GET', path, { as: customerOf(seller, customerId) });
    expect(body).toEqual({ status: 'no_payment', client_secret: null, error: null, is_refunded: false });
  });

  it('is not tried again for a subscription that was ended meanwhile', async () => {
    const { id, customerId, subscription } = await fail();
    await stack.send('DELETE', `/subscriptions/${id}`, { as: seller.owner });
    await cardsOf(customerId, 'success');
    moveTo(new Date(subscription.current_period_end).getTime() + 2 * day);
    await renew();
    expect(await charges(customerId)).toBe(1);
    expect((await ordersOf(id))[1]).toMatchObject({ paid: false });
  });
});

describe('a crash between the renewal and its charge', () => {
  it('loses no charge and makes none twice', async () => {
    const { id, customerId, subscription } = await subscribe();
    const { payments } = stack.billing;
    stack.billing.payments = {
      ...payments,
      chargeSaved: async (request) => {
        await payments.chargeSaved(request);
        throw new Error('the process died');
      },
    };
    moveTo(subscription.current_period_end);
    await renew();
    stack.billing.payments = payments;
    expect((await ordersOf(id))[1].status).toMatch(/pending|paid/);
    await sweepPayments(stack.billing, 0);
    await renewed(id, 2);
    expect(await charges(customerId)).toBe(1);
  });
});
