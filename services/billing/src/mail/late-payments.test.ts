/** Payments that came when there was nothing left to pay for: mails to the buyer, and to the seller's members. */
import { outboxRow } from '@tessera/kit/events/outbox';
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { askUser } from '@tessera/proto/api/asks';
import { paymentRefunded } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { buy, freshEmail, openCheckout } from '../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
const sent: Mail[] = [];
const member = 'member@example.com';
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
  await stack.bus.answer(askUser, async ({ userId }) => ({
    id: userId,
    email: member,
    name: 'Ada',
    image: null,
  }));
  seller = await makeSeller(stack);
  const body = { organization_id: seller.organizationId, refund: true };
  await stack.send('PATCH', '/notification-settings', { as: seller.owner, body });
});
beforeEach(() => sent.splice(0));
afterAll(() => stack.stop());

const refunded = (of: { checkoutId?: string; orderId?: string; reason?: string }) =>
  stack.bus.publish(
    outboxRow(paymentRefunded, {
      ...{ paymentId: uuidv7(), organizationId: seller.organizationId, checkoutId: '', orderId: '' },
      ...{ amount: 1000, currency: 'usd', reason: 'late_payment' },
      ...of,
    }),
  );
const mailed = (to: string, type: string): Promise<Mail> =>
  eventually(() => {
    const mail = sent.find((one) => one.to === to && one.type === type);
    if (!mail) throw new Error('no mail yet');
    return mail;
  });

describe('a payment that came after its checkout had expired', () => {
  it('is told to the buyer, whose history has the mail, and to members who are told of refunds', async () => {
    const { id, email } = await makeCustomer(stack, seller);
    const { checkout, product } = await openCheckout(stack, {
      seller,
      body: { customer_email: email.toUpperCase(), customer_name: 'Grace' },
    });
    await refunded({ checkoutId: checkout.id });
    await mailed(checkout.customer_email, 'payment-refunded');
    await eventually(async () => {
      const { body } = await stack.send('GET', `/customers/${id}/history?about=mail`, { as: seller.owner });
      expect(body.items).toMatchObject([{ type: 'mail.sent', facts: { mail: 'payment-refunded' } }]);
    });
    const told = await mailed(member, 'member-refund');
    expect(told.subject).toBe('Late payment refunded: $10.00');
    expect(told.text).toContain(`A payment of $10.00 by Grace for ${product.name} came too late`);
    expect(told.text).toContain(`/checkouts/${checkout.id}`);
  });

  it('is told where the buyer is no customer yet', async () => {
    const email = freshEmail();
    const { checkout } = await openCheckout(stack, { seller, body: { customer_email: email } });
    await refunded({ checkoutId: checkout.id });
    await mailed(email, 'payment-refunded');
    expect((await mailed(member, 'member-refund')).text).toContain(`by ${email} for`);
  });

  it('is told of no other reason', async () => {
    const { checkout } = await openCheckout(stack, { seller, body: { customer_email: freshEmail() } });
    await refunded({ checkoutId: checkout.id, reason: 'repeated_subscription' });
    const last = freshEmail();
    const other = await openCheckout(stack, { seller, body: { customer_email: last } });
    await refunded({ checkoutId: other.checkout.id });
    await mailed(last, 'payment-refunded');
    await mailed(member, 'member-refund');
    expect(sent).toHaveLength(2);
  });
});

describe('a payment that came after its order was over', () => {
  it('leads members to the order', async () => {
    const { order, email } = await buy(stack, { seller });
    await refunded({ orderId: order.id });
    await mailed(email, 'payment-refunded');
    expect((await mailed(member, 'member-refund')).text).toContain(`/orders/${order.id}`);
  });
});
