import { wakeWork } from '@tessera/kit/background/wake';
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { orderPaid, orderUpdated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { customerOf } from '../../../test/portal.ts';
import { confirm, details, openCheckout, untilStatus } from '../../../test/purchases.ts';
import { subscribersOf } from '../../../test/subscribers.ts';
import { endDueSubscriptions } from '../../endings/subscription.ts';
import { sandboxPlace } from '../../payments/sandbox/rules.ts';
import { settlementWork } from '../../payments/sandbox/worker.ts';
import { findPayment, type PaymentRow } from '../../payments/service.ts';
import { takePaymentEvent } from '../../payments/settlement.ts';
import { renewDue } from '../worker.ts';
import { renewalPayments } from './payments.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
const mails: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
beforeEach(() => sellWith({}));
afterAll(() => stack.stop());

const sellWith = async (settings: object): Promise<void> => {
  seller = await makeSeller(stack, {
    subscriptionSettings: {
      allowMultipleSubscriptions: true,
      allowCustomerUpdates: true,
      prorationBehavior: 'prorate',
      preventTrialAbuse: false,
      benefitRevocationGracePeriod: 0,
      failedPaymentOutcome: null,
      ...settings,
    },
  });
  people = subscribersOf(stack, seller);
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
};
const about = (id: string): string[] =>
  stack.events
    .about(id)
    .map((subject) => subject.replace(/^billing\.\w+\./, ''))
    .filter((type) => type !== 'failed');
const mailsOf = (to: string, type = 'renewal-failed') =>
  mails.filter((mail) => mail.to === to && mail.type === type);

/** A subscription with a benefit whose first renewal, on 1 May, fails. */
const fail = async (outcome: string, options: object = {}) => {
  const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
  const sold = await people.subscribe({ benefits: [benefit] }, options);
  await eventually(async () => expect(await people.grants(sold.customerId)).toEqual([benefit.id]));
  await people.cards(sold.customerId, outcome);
  await people.moveTo('2026-05-01T00:00:00.000Z');
  await people.is(sold.id, 'past_due');
  const { email } = await people.get(`/customers/${sold.customerId}`);
  return { ...sold, benefit, email };
};
const attempts = async (customerId: string): Promise<number> => {
  const [row] = await stack.db.query(
    `SELECT count(*)::int AS count FROM payments JOIN orders ON orders.id = payments.purpose_id
     WHERE purpose_kind = 'renewal' AND orders.customer_id = $1`,
    [customerId],
  );
  return row.count;
};
/**
 * Holds back the results of new charges until the returned function is called: how many periods are charged before a
 * first failure is known depends on the machine otherwise.
 */
const holdCharges = async () => {
  await stack.db.query(
    `CREATE FUNCTION hold_charge() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN NEW.tell_at := NULL; RETURN NEW; END $$`,
  );
  await stack.db.query(
    'CREATE TRIGGER hold_charge BEFORE INSERT ON sandbox_charges FOR EACH ROW EXECUTE FUNCTION hold_charge()',
  );
  return async (): Promise<void> => {
    await stack.db.query('DROP FUNCTION hold_charge CASCADE');
    await stack.db.query(
      `UPDATE sandbox_charges SET tell_at = now() WHERE status = 'processing' AND tell_at IS NULL`,
    );
    wakeWork(stack.db, [settlementWork]);
  };
};
/** Goes through the schedule to its end. */
const giveUp = async (id: string, status: string) => {
  for (const date of ['05-03', '05-08', '05-15', '05-22']) {
    await people.moveTo(`2026-${date}T00:00:00.000Z`);
    await eventually(async () => {
      await people.renew();
      const [row] = await stack.db.query(
        'SELECT count(*)::int AS count FROM renewals WHERE subscription_id = $1 AND next_attempt_at <= $2',
        [id, stack.clock.now()],
      );
      expect(row.count).toBe(0);
    });
  }
  await people.is(id, status);
};

describe('a payment of a renewal that failed', () => {
  it('names the order that it was to pay, and is found by it', async () => {
    const { id } = await fail('declined');
    const [first, owed] = await people.orders(id);
    const tries = (await people.get(`/payments/?order_id=${owed.id}`)).items;
    const order = { invoice_number: owed.invoice_number, customer_id: owed.customer_id };
    expect(tries).toMatchObject([{ status: 'failed', order_id: owed.id, order }]);
    expect((await people.get(`/payments/${tries[0].id}`)).order).toEqual(order);
    expect((await people.get(`/payments/?order_id=${first.id}`)).items).toMatchObject([
      { status: 'succeeded', order_id: first.id },
    ]);
  });
});

describe('a card that was declined for good', () => {
  it('is not charged again; another one is, and brings all back', async () => {
    const { id, customerId, benefit, email } = await fail('lost_card');
    await eventually(() => expect(mailsOf(email)[0]?.text).toMatch(/can no longer be charged.*May 3, 2026/s));
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await people.renew();
    expect(await attempts(customerId)).toBe(1);
    await eventually(() => expect(mailsOf(email)).toHaveLength(2));
    // What a customer does in the portal: another card is the default now.
    await stack.db.query(
      `UPDATE payment_methods SET processor_id = processor_id || '_new', chosen_at = $2 WHERE customer_id = $1`,
      [customerId, stack.clock.now()],
    );
    await stack.db.query(
      `UPDATE sandbox_charges SET outcome = 'success', method_id = method_id || '_new' WHERE method_id IN
         (SELECT replace(processor_id, '_new', '') FROM payment_methods WHERE customer_id = $1)`,
      [customerId],
    );
    await people.moveTo('2026-05-08T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await attempts(customerId)).toBe(2);
    await people.is(id, 'active');
    await eventually(async () => expect(await people.grants(customerId)).toEqual([benefit.id]));
  });

  it('ends the subscription at the end of the schedule, with one attempt', async () => {
    const { id, customerId } = await fail('stolen_card');
    await giveUp(id, 'canceled');
    expect((await people.subscription(id)).ended_reason).toBe('payment_failed');
    expect(await attempts(customerId)).toBe(1);
  });
});

describe('an order whose payment is tried again', () => {
  it('says whether that needs another card, to the seller and in the portal', async () => {
    const lost = await fail('lost_card');
    const declined = await people.subscribe();
    await people.cards(declined.customerId, 'declined');
    await people.moveTo('2026-06-01T00:00:00.000Z');
    await people.is(declined.id, 'past_due');
    const told = async ({ id, customerId }: { id: string; customerId: string }) => {
      const order = (await people.orders(id)).at(-1);
      const as = customerOf(seller, customerId);
      const path = `/customer-portal/orders/${order.id}`;
      const alone = await people.get(`/orders/${order.id}`);
      const { body: own } = await stack.send('GET', path, { as });
      const { body: owned } = await stack.send('GET', '/customer-portal/orders/?is_payable=true', { as });
      expect(own.failed_payment_outcome).toBeUndefined();
      return [order, alone, own, owned.items[0]].map((it) => it.needs_another_card);
    };
    expect(await told(lost)).toEqual([true, true, true, true]);
    expect(await told(declined)).toEqual([false, false, false, false]);
    // What a customer does in the portal: another card is the default now.
    await stack.db.query(
      `UPDATE payment_methods SET processor_id = processor_id || '_new', chosen_at = $2 WHERE customer_id = $1`,
      [lost.customerId, stack.clock.now()],
    );
    expect(await told(lost)).toEqual([false, false, false, false]);
    const [paid] = await people.orders(lost.id);
    expect(paid).not.toHaveProperty('needs_another_card');
  });

  /** Waits for what partners were told last of an order; that is what the API shows. */
  const isTold = async (id: string, nextAttempt: string | null) => {
    const shown = (await people.orders(id)).at(-1);
    expect(shown.next_payment_attempt_at).toBe(nextAttempt);
    const {
      needs_another_card: _card,
      needs_confirmation: _confirmation,
      failed_payment_outcome: _outcome,
      billing_tax_id: _taxId,
      ...order
    } = shown;
    const isIt = (snapshot: string) => JSON.parse(snapshot).modified_at === order.modified_at;
    const { snapshot } = await stack.events.next(
      orderUpdated,
      ({ orderId, snapshot: it }) => orderId === order.id && isIt(it),
    );
    expect(JSON.parse(snapshot)).toEqual(order);
  };

  it('tells partners of each new time, and of the end', async () => {
    const { id } = await fail('declined');
    await isTold(id, '2026-05-03T00:00:00.000Z');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await isTold(id, '2026-05-08T00:00:00.000Z');
    await giveUp(id, 'canceled');
    await isTold(id, null);
    const [, { id: orderId }] = await people.orders(id);
    const updates = stack.events.about(orderId).filter((it) => it === 'billing.order.updated');
    // Five attempts.
    expect(updates).toHaveLength(5);
    const history = await people.get(`/orders/${orderId}/history?limit=100`);
    const types = history.items.map(({ type }: { type: string }) => type);
    expect(types).not.toContain('order.updated');
  });

  it('tells partners that a cancellation drops the next, which would come after the end', async () => {
    const { id, customerId } = await people.subscribe({ recurringInterval: 'week' });
    await people.cards(customerId, 'declined');
    await people.moveTo('2026-04-08T00:00:00.000Z');
    await people.is(id, 'past_due');
    await people.moveTo('2026-04-10T12:00:00.000Z');
    await eventually(() => isTold(id, '2026-04-15T12:00:00.000Z'));
    stack.clock.set(new Date('2026-04-11T00:00:00.000Z'));
    await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
    await isTold(id, null);
  });

  it('tells partners that there is none once its subscription has ended', async () => {
    const { id } = await fail('declined');
    await isTold(id, '2026-05-03T00:00:00.000Z');
    stack.clock.set(new Date('2026-05-02T00:00:00.000Z'));
    await people.send('DELETE', `/subscriptions/${id}`);
    await isTold(id, null);
  });

  it.each([
    [null, 'canceled'],
    ['canceled', 'canceled'],
    ['unpaid', 'unpaid'],
  ] as const)('says what follows where the setting is %s', async (failedPaymentOutcome, outcome) => {
    await sellWith({ failedPaymentOutcome });
    const { id } = await fail('declined');
    expect((await people.orders(id)).at(-1).failed_payment_outcome).toBe(outcome);
  });

  it('says what follows by the option of the installation', async () => {
    const { renewals } = stack.billing;
    stack.billing.renewals = { ...renewals, outcome: 'unpaid' };
    try {
      const { id } = await fail('declined');
      expect((await people.orders(id)).at(-1).failed_payment_outcome).toBe('unpaid');
    } finally {
      stack.billing.renewals = renewals;
    }
  });
});

describe('an installation with a schedule of its own', () => {
  it('tries as often as it says', async () => {
    const { renewals } = stack.billing;
    stack.billing.renewals = { ...renewals, retryDays: [1] };
    try {
      const { id, customerId } = await fail('declined');
      await people.moveTo('2026-05-02T00:00:00.000Z');
      await people.is(id, 'canceled');
      expect(await attempts(customerId)).toBe(2);
    } finally {
      stack.billing.renewals = renewals;
    }
  });
});

describe('a subscription that ends before its payment would be tried again', () => {
  it('is not said to be tried again', async () => {
    const { id, customerId } = await people.subscribe({ recurringInterval: 'week' });
    const { email } = await people.get(`/customers/${customerId}`);
    await people.cards(customerId, 'declined');
    await people.moveTo('2026-04-08T00:00:00.000Z');
    await people.is(id, 'past_due');
    const next = async () => (await people.orders(id)).at(-1).next_payment_attempt_at;
    expect(await next()).toBe('2026-04-10T00:00:00.000Z');
    await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
    expect(await next()).toBe('2026-04-10T00:00:00.000Z');
    await people.moveTo('2026-04-10T12:00:00.000Z');
    // The next attempt would be on 15 April, just as it ends.
    await eventually(() => expect(mailsOf(email)).toHaveLength(2));
    expect(mailsOf(email)[1]?.text).toMatch(/We will not try again\. .* as soon as you pay/);
    expect(await next()).toBeNull();
  });
});

describe('a subscription that is past due for longer than its period', () => {
  it('ends when it is canceled, not before', async () => {
    const { id, customerId } = await people.subscribe({ recurringInterval: 'week' });
    await people.cards(customerId, 'declined');
    await people.moveTo('2026-04-08T00:00:00.000Z');
    await people.is(id, 'past_due');
    await people.moveTo('2026-04-20T00:00:00.000Z');
    const canceled = await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
    const at = '2026-04-20T00:00:00.000Z';
    expect(canceled.body).toMatchObject({ status: 'past_due', canceled_at: at, ends_at: at });
    await endDueSubscriptions(stack.billing);
    expect(await people.subscription(id)).toMatchObject({ status: 'canceled', ended_at: at });
    expect((await people.orders(id)).at(-1)).toMatchObject({ paid: false, next_payment_attempt_at: null });
  });
});

describe('a seller who keeps what nobody pays', () => {
  it('has it unpaid; the order stays, and whoever pays it begins a period', async () => {
    await sellWith({ failedPaymentOutcome: 'unpaid' });
    const { id, customerId, benefit, email } = await fail('declined');
    await giveUp(id, 'unpaid');
    expect(await people.subscription(id)).toMatchObject({ ended_at: null, paused_at: null });
    const refused = await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
    expect([refused.status, refused.body.error]).toEqual([403, 'AlreadyCanceledSubscription']);
    expect(refused.body.detail).toMatch(/overdue payment/);
    await eventually(() => expect(mailsOf(email).at(-1)?.text).toMatch(/continues as soon as you pay/));
    await people.moveTo('2026-08-10T00:00:00.000Z');
    expect(await people.orders(id)).toHaveLength(2);
    await people.cards(customerId, 'success');
    await people.payByHand(id);
    await people.ordered(id, 2);
    await people.is(id, 'active');
    expect(await people.subscription(id)).toMatchObject({
      current_period_start: '2026-08-10T00:00:00.000Z',
      current_period_end: '2026-09-10T00:00:00.000Z',
    });
    // The period that its invoice states.
    const renewals = await stack.db.query('SELECT period_start FROM renewals WHERE subscription_id = $1', [
      id,
    ]);
    expect(renewals).toEqual([{ period_start: new Date('2026-08-10T00:00:00.000Z') }]);
    await eventually(async () => expect(await people.grants(customerId)).toEqual([benefit.id]));
    await eventually(() =>
      expect(about(id)).toEqual([
        ...['created', 'active', 'updated', 'updated', 'revoked', 'updated', 'updated', 'active'],
      ]),
    );
  });
});

describe('a seller who gives a grace', () => {
  beforeEach(() => sellWith({ benefitRevocationGracePeriod: 5 }));

  it('leaves the benefits until it is over', async () => {
    const { id, customerId, benefit, email } = await fail('declined');
    expect(await people.grants(customerId)).toEqual([benefit.id]);
    expect(about(id)).not.toContain('revoked');
    await eventually(() => expect(mailsOf(email)[0]?.text).toMatch(/You keep .* until May 6, 2026/));
    await people.moveTo('2026-05-06T00:00:00.000Z');
    await eventually(async () => expect(await people.grants(customerId)).toEqual([]));
    expect((await people.subscription(id)).status).toBe('past_due');
    await eventually(() => expect(about(id).slice(-2)).toEqual(['updated', 'revoked']));
  });

  it('tells of the order that is paid with its subscription as that goes on', async () => {
    const { id, customerId } = await fail('declined');
    await people.cards(customerId, 'success');
    await people.payByHand(id);
    const { billing_tax_id: _, ...order } = await people.ordered(id, 2);
    const { snapshot } = await stack.events.next(orderPaid, ({ orderId }) => orderId === order['id']);
    expect(JSON.parse(snapshot)).toEqual(order);
    expect(order['subscription']).toMatchObject({ id, status: 'active' });
  });

  it('takes nothing from whoever pays within it', async () => {
    const { id, customerId, benefit } = await fail('declined');
    await people.cards(customerId, 'success');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await people.is(id, 'active');
    await people.moveTo('2026-05-20T00:00:00.000Z');
    expect(await people.grants(customerId)).toEqual([benefit.id]);
    expect(about(id)).not.toContain('revoked');
  });
});

describe('a subscription that is past due, where the seller allows one', () => {
  const monthly = { recurringInterval: 'month' as const };
  /** Subscribes once more, with the address typed. */
  const again = async (email: string) => {
    const { path, checkout } = await openCheckout(stack, { seller, product: monthly });
    expect((await confirm(stack, path, details(email))).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    return (await people.get(`/orders/?checkout_id=${checkout.id}`)).items[0].subscription_id as string;
  };
  const nextPeriod = async () => {
    await people.moveTo('2026-06-01T00:00:00.000Z');
    await endDueSubscriptions(stack.billing);
  };

  it('is not joined by a second one of whom the seller names', async () => {
    const { customerId, email } = await fail('declined');
    for (const body of [{ customer_id: customerId }, { customer_email: email }]) {
      const { path } = await openCheckout(stack, { seller, product: monthly, body });
      const reply = await confirm(stack, path, details(email));
      expect([reply.status, reply.body.error]).toEqual([403, 'AlreadyActiveSubscriptionError']);
    }
  });

  it('outlives the second one once it is paid', async () => {
    const { id, customerId, email } = await fail('declined');
    const second = await again(email);
    await people.cards(customerId, 'success');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await people.is(id, 'active');
    await nextPeriod();
    await people.is(second, 'canceled');
    await people.is(id, 'active');
  });

  it('leaves the second one alone once it is given up', async () => {
    const { id, customerId, email } = await fail('declined');
    const second = await again(email);
    await giveUp(id, 'canceled');
    await people.cards(customerId, 'success');
    await nextPeriod();
    await people.ordered(second, 2);
    await people.is(second, 'active');
  });
});

describe('a card that expires', () => {
  it('is told of in its last month, once', async () => {
    const { customerId } = await people.subscribe();
    const { email } = await people.get(`/customers/${customerId}`);
    await stack.db.query('UPDATE payment_methods SET exp_year = 2026, exp_month = 5 WHERE customer_id = $1', [
      customerId,
    ]);
    await people.moveTo('2026-04-20T00:00:00.000Z');
    await people.moveTo('2026-05-02T00:00:00.000Z');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    await eventually(() => expect(mailsOf(email, 'card-expiring')).toHaveLength(1));
    expect(mailsOf(email, 'card-expiring')[0]?.text).toMatch(
      /ending in 4242.*expires at the end of May 2026/s,
    );
  });

  it('is told of to whoever pays for what they use alone, and also when it is too late', async () => {
    const meter = await makeMeter(stack, { organizationId: seller.organizationId });
    const price = { amountType: 'metered_unit', meterId: meter.id, meter, unitAmount: '2.5' } as const;
    const { customerId, subscription } = await people.subscribe({ price });
    expect(subscription.amount).toBe(0);
    const { email } = await people.get(`/customers/${customerId}`);
    await stack.db.query('UPDATE payment_methods SET exp_year = 2026, exp_month = 3 WHERE customer_id = $1', [
      customerId,
    ]);
    await people.moveTo('2026-04-20T00:00:00.000Z');
    await eventually(() => expect(mailsOf(email, 'card-expiring')).toHaveLength(1));
    const [mail] = mailsOf(email, 'card-expiring');
    expect(mail?.subject).toMatch(/^Your card for .* has expired$/);
    expect(mail?.text).toMatch(/ending in 4242.*expired at the end of March 2026/s);
  });

  it('is told of to whoever will be charged for use when their subscription ends', async () => {
    const meter = await makeMeter(stack, { organizationId: seller.organizationId });
    const price = { amountType: 'metered_unit', meterId: meter.id, meter, unitAmount: '2.5' } as const;
    const { id, customerId } = await people.subscribe({ price });
    await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
    const { email } = await people.get(`/customers/${customerId}`);
    await stack.db.query('UPDATE payment_methods SET exp_year = 2026, exp_month = 4 WHERE customer_id = $1', [
      customerId,
    ]);
    await people.moveTo('2026-04-20T00:00:00.000Z');
    await eventually(() => expect(mailsOf(email, 'card-expiring')).toHaveLength(1));
  });

  it('of somebody who pays for nothing is not worth a mail', async () => {
    const { id, customerId } = await people.subscribe();
    const { email } = await people.get(`/customers/${customerId}`);
    await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
    await stack.db.query('UPDATE payment_methods SET exp_year = 2026, exp_month = 4 WHERE customer_id = $1', [
      customerId,
    ]);
    await people.moveTo('2026-04-20T00:00:00.000Z');
    const other = await people.subscribe();
    await stack.db.query('UPDATE payment_methods SET exp_year = 2026, exp_month = 4 WHERE customer_id = $1', [
      other.customerId,
    ]);
    await people.moveTo('2026-04-21T00:00:00.000Z');
    const { email: told } = await people.get(`/customers/${other.customerId}`);
    await eventually(() => expect(mailsOf(told, 'card-expiring')).toHaveLength(1));
    expect(mailsOf(email, 'card-expiring')).toEqual([]);
  });
});

describe('a service that slept', () => {
  it('catches up period by period, oldest first, each charged once', async () => {
    const { id, customerId } = await people.subscribe();
    // The period from 1 May ended on 1 June, three days ago.
    await Promise.all([people.moveTo('2026-06-04T00:00:00.000Z'), people.renew(), people.renew()]);
    await people.ordered(id, 3);
    expect(await people.charged(customerId)).toEqual([1000, 1000]);
    expect(await people.subscription(id)).toMatchObject({
      current_period_start: '2026-06-01T00:00:00.000Z',
      current_period_end: '2026-07-01T00:00:00.000Z',
    });
    const rows = await stack.db.query(
      'SELECT period_start FROM renewals WHERE subscription_id = $1 ORDER BY order_id',
      [id],
    );
    expect(rows.map(({ period_start: start }: { period_start: Date }) => start.toISOString())).toEqual([
      '2026-05-01T00:00:00.000Z',
      '2026-06-01T00:00:00.000Z',
    ]);
  });

  it('charges a month of days one by one', async () => {
    const { id, customerId } = await people.subscribe({ recurringInterval: 'day' });
    await people.moveTo('2026-05-01T12:00:00.000Z');
    await people.ordered(id, 31);
    expect(await people.charged(customerId)).toHaveLength(30);
  });

  it('charges nothing for what ended before the time that is caught up', async () => {
    const { id, customerId } = await people.subscribe();
    await people.moveTo('2026-07-10T00:00:00.000Z');
    await people.ordered(id, 2);
    expect(await people.charged(customerId)).toEqual([1000]);
    expect(await people.subscription(id)).toMatchObject({
      current_period_start: '2026-07-10T00:00:00.000Z',
      current_period_end: '2026-08-10T00:00:00.000Z',
    });
  });

  it('stays past due until each of the missed periods is paid', async () => {
    const { id, customerId } = await people.subscribe();
    await people.cards(customerId, 'fails_later');
    const tell = await holdCharges();
    await people.moveTo('2026-06-04T00:00:00.000Z');
    await tell();
    await people.is(id, 'past_due');
    await eventually(async () => {
      const [row] = await stack.db.query(
        'SELECT count(*)::int AS count FROM renewals WHERE subscription_id = $1 AND next_attempt_at IS NOT NULL',
        [id],
      );
      expect(row.count).toBe(2);
    });
    await people.cards(customerId, 'success');
    await people.payByHand(id, 1);
    expect((await people.subscription(id)).status).toBe('past_due');
    await people.payByHand(id, 2);
    await people.is(id, 'active');
  });
});

describe('due subscriptions', () => {
  it('are not held up by one that always fails', async () => {
    const broken = await people.subscribe();
    const sound = await people.subscribe();
    // Its product is gone from the database: nothing can be planned for it.
    await stack.db.query(
      `UPDATE subscriptions SET product_id = gen_random_uuid(), current_period_end = '2026-04-30' WHERE id = $1`,
      [broken.id],
    );
    stack.clock.set(new Date('2026-05-01T00:00:00.000Z'));
    await renewDue(stack.billing);
    await people.ordered(sound.id, 2);
    await eventually(async () => {
      const claims = await stack.db.query(
        'SELECT attempts, claimed_until > now() AS waits FROM renewal_claims WHERE subject_id = $1',
        [broken.id],
      );
      expect(claims).toEqual([{ attempts: 1, waits: true }]);
    });
    // It steps back: a round of its own finds nothing.
    expect(await renewDue(stack.billing)).toBe(0);
  });

  it('are shared by replicas: each is renewed once, by whoever has claimed it', async () => {
    const sold = [];
    for (let count = 0; count < 12; count += 1) sold.push(await people.subscribe());
    stack.clock.set(new Date('2026-05-01T00:00:00.000Z'));
    const done = await Promise.all(Array.from({ length: 4 }, () => renewDue(stack.billing)));
    await people.renew();
    for (const { id, customerId } of sold) {
      await people.ordered(id, 2);
      expect(await people.charged(customerId)).toEqual([1000]);
    }
    expect(done.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(sold.length);
    const [{ count }] = await stack.db.query(
      'SELECT count(*)::int AS count FROM renewal_claims WHERE attempts = 1',
    );
    expect(count).toBe(0);
  });
});

describe('a payment that had failed and is paid after all', () => {
  const paymentsOf = (customerId: string): Promise<{ id: string; processor_id: string }[]> =>
    stack.db.query(
      `SELECT payments.id, payments.processor_id FROM payments JOIN orders ON orders.id = payments.purpose_id
       WHERE purpose_kind = 'renewal' AND orders.customer_id = $1 ORDER BY attempt`,
      [customerId],
    );
  const tell = (payment: { id: string; processor_id: string } | undefined, status: 'succeeded' | 'failed') =>
    takePaymentEvent(stack.billing, {
      place: sandboxPlace,
      paymentId: payment?.id ?? '',
      processorId: payment?.processor_id ?? '',
      methodId: null,
      status,
      message: status === 'failed' ? 'The bank said no.' : null,
    });

  it('leaves nothing to be owed when the attempt after it fails', async () => {
    const { id, customerId, benefit, email } = await fail('declined');
    await people.cards(customerId, 'authentication_required');
    await people.moveTo('2026-05-03T00:00:00.000Z');
    const [first, second] = await paymentsOf(customerId);
    await tell(first, 'succeeded');
    await people.ordered(id, 2);
    await people.is(id, 'active');
    const told = mailsOf(email).length;
    await tell(second, 'failed');
    await stack.billing.background.stop();
    expect(await people.subscription(id)).toMatchObject({ status: 'active' });
    const [row] = await stack.db.query(
      'SELECT next_attempt_at FROM renewals WHERE subscription_id = $1 AND period_start IS NOT NULL',
      [id],
    );
    expect(row).toEqual({ next_attempt_at: null });
    expect(mailsOf(email)).toHaveLength(told);
    await eventually(async () => expect(await people.grants(customerId)).toEqual([benefit.id]));
  });

  it('pays the order, too, where success and failure are told at once', async () => {
    const { id, customerId } = await fail('declined');
    const [first] = await paymentsOf(customerId);
    const seen = await findPayment(stack.db.manager, first?.id ?? '');
    // As it was when the news of the success came in.
    const stale = { ...seen, status: 'processing' } as PaymentRow;
    await renewalPayments.succeeded(stack.billing, stale, {
      processorId: first?.processor_id ?? '',
      methodId: null,
    });
    await people.ordered(id, 2);
    await people.is(id, 'active');
  });
});
