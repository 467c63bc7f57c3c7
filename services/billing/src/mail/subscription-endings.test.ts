import { outboxRow } from '@tessera/kit/events/outbox';
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { organizationDeleted } from '@tessera/proto/events/organization';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../test/factories.ts';
import { day, subscribersOf } from '../../test/subscribers.ts';
import { endDueSubscriptions } from '../endings/subscription.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
});
afterAll(() => stack.stop());

const subscribe = async (...[product, options]: Parameters<typeof people.subscribe>) => {
  const { id, customerId, subscription } = await people.subscribe(product, options);
  return { id, subscription, email: (await people.get(`/customers/${customerId}`)).email as string };
};
/** A subscription whose renewal fails. */
const owe = async () => {
  const { id, customerId, subscription } = await people.subscribe();
  await people.cards(customerId, 'declined');
  await people.moveTo(subscription.current_period_end);
  await people.is(id, 'past_due');
  return { id, subscription, email: (await people.get(`/customers/${customerId}`)).email as string };
};
const patch = (id: string, body: object) => people.send('PATCH', `/subscriptions/${id}`, body);
const mailsTo = (email: string): string[] =>
  sent.flatMap(({ to, type }) => (to === email && type.startsWith('subscription-') ? [type] : []));
const mailed = (email: string, type: string): Promise<Mail> =>
  eventually(() => {
    const mail = sent.find((one) => one.to === email && one.type === type);
    if (!mail) throw new Error('no mail yet');
    return mail;
  });
/** What was told of before is mailed, or never will be. */
const untilAllIsMailed = async (): Promise<void> => {
  for (let n = 0; n < 4; n += 1) {
    const { id, email } = await subscribe();
    await people.send('DELETE', `/subscriptions/${id}`);
    await mailed(email, 'subscription-ended');
  }
};

describe('the mails about the end of a subscription', () => {
  it('say until when it is there, that it goes on after all, and that it is over', async () => {
    const { id, email, subscription } = await subscribe();
    await patch(id, { cancel_at_period_end: true });
    const canceled = await mailed(email, 'subscription-canceled');
    expect(canceled.subject).toBe(`Your subscription to ${subscription.product.name} is canceled`);
    const date = new Date(subscription.current_period_end).toLocaleDateString('en-US', { dateStyle: 'long' });
    expect(canceled.text).toContain(`until ${date}`);
    expect(canceled.text).toContain(`/subscriptions/${id}?customer_session_token=`);
    await patch(id, { cancel_at_period_end: false });
    expect((await mailed(email, 'subscription-uncanceled')).text).toContain(`renews on ${date}`);
    await patch(id, { cancel_at_period_end: true });
    stack.clock.set(new Date(subscription.current_period_end));
    await eventually(async () => {
      await endDueSubscriptions(stack.billing);
      expect((await people.subscription(id)).status).toBe('canceled');
    });
    expect((await mailed(email, 'subscription-ended')).text).toContain(`ended on ${date}`);
  });

  it('are one alone where it ends at once, in the language of the checkout', async () => {
    const { id, email } = await subscribe({}, { body: { locale: 'de' } });
    await people.send('DELETE', `/subscriptions/${id}`);
    expect((await mailed(email, 'subscription-ended')).subject).toMatch(/ist beendet$/);
    await untilAllIsMailed();
    expect(mailsTo(email)).toEqual(['subscription-ended']);
  });

  it('say that the seller is gone, and do not invite to subscribe again', async () => {
    const { email } = await subscribe();
    await stack.bus.publish(outboxRow(organizationDeleted, { organizationId: seller.organizationId }));
    const { text } = await mailed(email, 'subscription-ended');
    expect(text).toContain('no longer sells here. You will not be charged again.');
    expect(text).not.toContain('subscribe again');
  });

  it('come, too, where it was paused before', async () => {
    const { id, email } = await subscribe();
    await stack.db.query(`UPDATE subscriptions SET status = 'unpaid', paused_at = $2 WHERE id = $1`, [
      id,
      stack.clock.now(),
    ]);
    await people.send('DELETE', `/subscriptions/${id}`);
    await mailed(email, 'subscription-ended');
  });

  it('come while the order of what was used until the end is being charged', async () => {
    const { id, email } = await subscribe();
    const atTheEnd = new Date(stack.clock.now().getTime() + day);
    await stack.db.query(`UPDATE orders SET status = 'pending', created_at = $2 WHERE subscription_id = $1`, [
      id,
      atTheEnd,
    ]);
    await people.send('DELETE', `/subscriptions/${id}`);
    await mailed(email, 'subscription-ended');
  });

  it('promise no benefits where the last payment is open', async () => {
    const { id, email, subscription } = await owe();
    await patch(id, { cancel_at_period_end: true });
    const { text } = await mailed(email, 'subscription-canceled');
    const { current_period_end: end } = await people.subscription(id);
    const date = new Date(end).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(text).toContain(
      `${subscription.product.name} is canceled. It ends on ${date} and will not renew.`,
    );
    expect(text).toContain('Pay now: ');
    expect(text).not.toMatch(/keep/i);
  });

  it('come on the day on which one ends whose last payment is open', async () => {
    const { id, email } = await owe();
    await patch(id, { cancel_at_period_end: true });
    const { current_period_end: end } = await people.subscription(id);
    stack.clock.set(new Date(end));
    await eventually(async () => {
      await endDueSubscriptions(stack.billing);
      expect((await people.subscription(id)).status).toBe('canceled');
    });
    const date = new Date(end).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect((await mailed(email, 'subscription-ended')).text).toContain(`ended on ${date}`);
    await untilAllIsMailed();
    expect(mailsTo(email)).toEqual(['subscription-canceled', 'subscription-ended']);
  });

  it('come where the seller ends one whose last payment is open', async () => {
    const { id, email } = await owe();
    stack.clock.set(new Date(stack.clock.now().getTime() + day));
    await people.send('DELETE', `/subscriptions/${id}`);
    await mailed(email, 'subscription-ended');
  });

  it('leave to others what those tell: no payment, a trial without a card', async () => {
    const unpaid = await people.subscribe();
    const trial = { trialInterval: 'day', trialIntervalCount: 3, trialRequiresPaymentMethod: false } as const;
    const tried = await subscribe(trial, { token: null });
    const { email } = await people.get(`/customers/${unpaid.customerId}`);
    await people.cards(unpaid.customerId, 'declined');
    const over = new Date(unpaid.subscription.current_period_end).getTime();
    for (let days = 0; days <= 40; days += 1) await people.moveTo(over + days * day);
    await people.is(unpaid.id, 'canceled');
    await people.is(tried.id, 'canceled');
    await untilAllIsMailed();
    expect(mailsTo(email)).toEqual([]);
    expect(mailsTo(tried.email)).toEqual([]);
  });
});
