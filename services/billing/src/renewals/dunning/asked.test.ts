import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeSeller, startBilling } from '../../../test/factories.ts';
import { customerOf } from '../../../test/portal.ts';
import { subscribersOf } from '../../../test/subscribers.ts';

let stack: BillingStack;
const mails: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void mails.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
afterAll(() => stack.stop());

describe('a renewal with a card of the sandbox whose bank always asks', () => {
  it('fails without its customer, who is written to, and pays with the same card', async () => {
    const seller = await makeSeller(stack);
    const people = subscribersOf(stack, seller);
    const { id, customerId, subscription } = await people.subscribe();
    await people.cards(customerId, 'always_authenticate');
    await people.moveTo(subscription.current_period_end);
    await people.is(id, 'past_due');
    const { email } = await people.get(`/customers/${customerId}`);
    const [, order] = await people.orders(id);
    await eventually(() => {
      const text = mails.find(({ to, type }) => to === email && type === 'renewal-failed')?.text;
      expect(text).toContain(`/orders/${order.id}?customer_session_token=`);
      expect(text).toContain('Your bank asks you to confirm this payment.');
    });
    expect(order).toMatchObject({ needs_another_card: false, needs_confirmation: true });
    const [tried] = (await people.get(`/payments/?order_id=${order.id}`)).items;
    expect(tried).toMatchObject({ status: 'failed', decline_reason: 'authentication_required' });
    expect((await people.send('POST', `/orders/${order.id}/retry-payment`)).body.status).toBe('failed');
    const as = customerOf(seller, customerId);
    const own = await stack.send('GET', `/customer-portal/orders/${order.id}`, { as });
    expect(own.body.needs_confirmation).toBe(true);
    const methods = await stack.send('GET', '/customer-portal/customers/me/payment-methods', { as });
    const path = `/customer-portal/orders/${order.id}`;
    const body = { payment_method_id: methods.body.items[0].id };
    const asked = await stack.send('POST', `${path}/confirm-payment`, { as, body });
    expect(asked.body).toMatchObject({ status: 'requires_action', client_secret: expect.any(String) });
    const answer = { body: { outcome: 'approve' } };
    await stack.send('POST', `/sandbox/payments/${asked.body.client_secret}/authenticate`, answer);
    await people.is(id, 'active');
    expect((await people.get(`/orders/${order.id}`)).paid).toBe(true);
  });
});
