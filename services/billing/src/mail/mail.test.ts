import type { Mail } from '@tessera/kit/mail';
import { outboxRow } from '@tessera/kit/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { orderPaid } from '@tessera/proto/events/billing';
import { type BillingStack, startBilling } from '../../test/factories.ts';
import { buy } from '../../test/purchases.ts';
import { money, orderOf, writeReceipt } from './order-confirmation.ts';

let stack: BillingStack;
const sent: Mail[] = [];
let failures = 0;
beforeAll(async () => {
  const send = async (mail: Mail) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('the mail server is down');
    }
    sent.push(mail);
  };
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
afterAll(() => stack.stop());

const mailTo = (email: string): Promise<Mail> =>
  eventually(() => {
    const mail = sent.find(({ to }) => to === email);
    if (!mail) throw new Error('no mail yet');
    return mail;
  }, 10_000);

describe('the receipt', () => {
  it('goes to the customer of a paid order', async () => {
    const { email, order } = await buy(stack, { product: { name: 'Tools & <Toys>' } });
    const mail = await mailTo(email);
    expect(mail).toMatchObject({
      type: 'order-confirmation',
      subject: 'Your order from Acme: Tools & <Toys>',
    });
    expect(mail.text).toContain('Total: $10.00');
    expect(mail.text).toContain(order.id);
    expect(mail.html).toContain('Tools &amp; &lt;Toys&gt;');
    expect(mail.html).not.toContain('<Toys>');
  });

  it('is not lost while the mail server is down', async () => {
    failures = 2;
    const { email } = await buy(stack);
    expect((await mailTo(email)).to).toBe(email);
  });

  it('also goes out for a seller who is gone by then', async () => {
    const { email, order, seller } = await buy(stack);
    await mailTo(email);
    await stack.db.query('UPDATE organizations SET is_deleted = true WHERE id = $1', [seller.organizationId]);
    const told = await stack.events.next(orderPaid, ({ orderId }) => orderId === order.id);
    await stack.bus.publish(outboxRow(orderPaid, told));
    await eventually(() => expect(sent.filter(({ to }) => to === email)).toHaveLength(2));
  });

  it('says when a subscription renews', async () => {
    const { order } = await buy(stack, { product: { recurringInterval: 'month' } });
    const receipt = writeReceipt(orderOf(JSON.stringify(order)), { name: 'Acme\nBcc: all@example.com' });
    expect(receipt.text).toContain('Renews on: February 15, 2026');
    expect(receipt.subject).not.toContain('\n');
  });

  it('writes money as people read it', () => {
    expect(money(123_450, 'usd')).toBe('$1,234.50');
  });
});
