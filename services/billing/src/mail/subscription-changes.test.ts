import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { subscribersOf } from '../../test/subscribers.ts';

const monthly = { recurringInterval: 'month' as const, price: { priceAmount: 5000 } };

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
let larger: { id: string; name: string };
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
  larger = await makeProduct(stack, {
    organizationId: seller.organizationId,
    name: 'Larger plan',
    ...monthly,
  });
});
afterAll(() => stack.stop());

const subscribe = async (...[product, options]: Parameters<typeof people.subscribe>) => {
  const { id, customerId, subscription } = await people.subscribe(product, options);
  return { id, subscription, email: (await people.get(`/customers/${customerId}`)).email as string };
};
const plan = (id: string) =>
  people.send('PATCH', `/subscriptions/${id}`, {
    product_id: larger.id,
    proration_behavior: 'next_period',
  });
const mailed = (email: string, type: string): Promise<Mail> =>
  eventually(() => {
    const mail = sent.find((one) => one.to === email && one.type === type);
    if (!mail) throw new Error('no mail yet');
    return mail;
  });

describe('the mails about another product that comes with the next period', () => {
  it('say which, from when and at what price, and that it does not after all', async () => {
    const { id, email, subscription } = await subscribe();
    const end = new Date(subscription.current_period_end).toLocaleDateString('en-US', {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    expect((await plan(id)).status).toBe(200);
    const planned = await mailed(email, 'subscription-change-planned');
    expect(planned.subject).toBe(`Your subscription changes to ${larger.name} on ${end}`);
    expect(planned.text).toContain(`Your subscription to ${subscription.product.name} changes to`);
    expect(planned.text).toContain('From then on it costs $50.00 each billing period.');
    expect(planned.text).toContain(`/subscriptions/${id}?customer_session_token=`);
    await people.send('PATCH', `/subscriptions/${id}`, { pending_update: null });
    const { text } = await mailed(email, 'subscription-change-withdrawn');
    expect(text).toContain(`will not change after all. It renews on ${end}`);
  });

  it('say what it is now, where nothing is ordered for the change', async () => {
    const { id, email, subscription } = await subscribe();
    const body = { product_id: larger.id, proration_behavior: 'prorate' };
    expect((await people.send('PATCH', `/subscriptions/${id}`, body)).status).toBe(200);
    const { subject, text } = await mailed(email, 'subscription-changed');
    expect(subject).toBe(`Your subscription is now ${larger.name}`);
    expect(text).toContain(
      `Your subscription to ${subscription.product.name} has changed to ${larger.name}.`,
    );
    expect(text).toContain('From now on it costs $50.00 each billing period.');
    expect(text).toContain('The difference for the current period is on your next invoice.');
  });

  it('say that the tax of the customer is added to the price', async () => {
    const taxing = await makeSeller(stack);
    const { organizationId, owner: as } = taxing;
    const body = { organization_id: organizationId, country: 'FR' };
    expect((await stack.send('POST', '/tax-registrations', { as, body })).status).toBe(201);
    const others = subscribersOf(stack, taxing);
    const { id, customerId } = await others.subscribe();
    const { email } = await others.get(`/customers/${customerId}`);
    const [inclusive, exclusive] = await Promise.all(
      (['inclusive', 'exclusive'] as const).map((taxBehavior) =>
        makeProduct(stack, { ...{ organizationId, taxBehavior }, ...monthly }),
      ),
    );
    for (const [product, text] of [
      [exclusive, 'From then on it costs $50.00 plus tax each billing period.'],
      [inclusive, 'From then on it costs $50.00 each billing period.'],
    ] as const) {
      const change = { product_id: product?.id, proration_behavior: 'next_period' };
      expect((await others.send('PATCH', `/subscriptions/${id}`, change)).status).toBe(200);
      await eventually(() => expect(sent.findLast(({ to }) => to === email)?.text).toContain(text));
    }
  });

  it('say nothing more where a receipt does, and of a trial when it will cost something', async () => {
    const paid = await subscribe();
    const invoiced = { product_id: larger.id, proration_behavior: 'invoice' };
    expect((await people.send('PATCH', `/subscriptions/${paid.id}`, invoiced)).status).toBe(200);
    const tried = await subscribe({ trialInterval: 'day', trialIntervalCount: 14 });
    await people.send('PATCH', `/subscriptions/${tried.id}`, { product_id: larger.id });
    const { text } = await mailed(tried.email, 'subscription-changed');
    expect(text).toMatch(
      /Your trial continues until .*From then on it costs \$50\.00 each billing period\./s,
    );
    expect(text).not.toContain('next invoice');
    expect(sent.filter(({ to, type }) => to === paid.email && type === 'subscription-changed')).toEqual([]);
  });

  it('speak the language of the checkout', async () => {
    const { id, email } = await subscribe({}, { body: { locale: 'de' } });
    await plan(id);
    const { subject, text } = await mailed(email, 'subscription-change-planned');
    expect(subject).toMatch(/^Ihr Abonnement wechselt am .* zu /);
    expect(text).toMatch(/Von da an kostet es 50,00\s\$ je Zeitraum\./);
  });
});
