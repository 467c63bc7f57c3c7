/** The receipt of an order, sent again. */
import { type Mail, RefusedRecipient } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, startBilling, tokenOf } from '../../test/factories.ts';
import { buy } from '../../test/purchases.ts';
import { mailCustomer } from './send.ts';

let stack: BillingStack;
const sent: Mail[] = [];
const refused = new Set<string>();
beforeAll(async () => {
  const send = async (mail: Mail) => {
    sent.push(mail);
    if (refused.has(mail.to)) throw new RefusedRecipient('550 5.1.1', new Error('no such mailbox'));
  };
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
afterAll(() => stack.stop());

const words = { subject: 'Late', text: 'Late', html: '<p>Late</p>' };

const untilReceipts = (email: string, count: number): Promise<Mail[]> =>
  eventually(() => {
    const receipts = sent.filter((mail) => mail.to === email && mail.type === 'order-confirmation');
    expect(receipts).toHaveLength(count);
    return receipts;
  });

describe('the receipt of an order', () => {
  it('is sent again to its customer, and stands in what happened', async () => {
    const { order, email, seller } = await buy(stack);
    await untilReceipts(email, 1);
    const path = `/orders/${order.id}/receipt`;
    expect((await stack.send('POST', path, { as: seller.owner })).status).toBe(202);
    const [first, second] = await untilReceipts(email, 2);
    expect(second?.subject).toBe(first?.subject);
    await eventually(async () => {
      const { body } = await stack.send('GET', `/orders/${order.id}/history`, { as: seller.owner });
      const mails = body.items.filter(({ type }: { type: string }) => type === 'mail.sent');
      expect(mails).toHaveLength(2);
    });
  });

  it('is tried once at an address that takes no mail, which stands in what happened', async () => {
    const { order, email, seller } = await buy(stack);
    await untilReceipts(email, 1);
    refused.add(email);
    expect((await stack.send('POST', `/orders/${order.id}/receipt`, { as: seller.owner })).status).toBe(202);
    const path = `/customers/${order.customer_id}/history`;
    const mailsOf = async () => {
      const { body } = await stack.send('GET', path, { as: seller.owner });
      return body.items.filter(({ type }: { type: string }) => type.startsWith('mail.'));
    };
    const [latest] = await eventually(async () => {
      const mails = await mailsOf();
      expect(mails).toHaveLength(2);
      return mails;
    });
    expect(latest).toMatchObject({
      type: 'mail.refused',
      facts: { mail: 'order-confirmation', reason: '550 5.1.1' },
    });
    const lastAboutMail = async () => {
      const { body } = await stack.send('GET', `${path}?about=mail&limit=1`, { as: seller.owner });
      const [{ type, facts }] = body.items;
      return [type, facts.reason];
    };
    const change = async (body: object) => {
      const before = (await stack.send('GET', path, { as: seller.owner })).body.pagination.total_count;
      await stack.send('PATCH', `/customers/${order.customer_id}`, { as: seller.owner, body });
      await eventually(async () => {
        const { body: now } = await stack.send('GET', path, { as: seller.owner });
        expect(now.pagination.total_count).toBe(before + 1);
      });
    };
    await change({ name: 'Grace' });
    expect(await lastAboutMail()).toEqual(['mail.refused', '550 5.1.1']);
    await change({ email: `new-${email}` });
    expect(await lastAboutMail()).toEqual(['customer.updated', 'email']);
    await change({ email });
    refused.delete(email);
    await stack.send('POST', `/orders/${order.id}/receipt`, { as: seller.owner });
    await eventually(async () => expect(await mailsOf()).toMatchObject([{ type: 'mail.sent' }, {}, {}]));
    expect(sent.filter(({ to }) => to === email)).toHaveLength(3);
  });

  it('is answered to the seller, once they have named an address', async () => {
    const { order, email, seller } = await buy(stack);
    const [unnamed] = await untilReceipts(email, 1);
    expect(unnamed?.replyTo).toBeUndefined();
    await stack.db.query('UPDATE organizations SET email = $2 WHERE id = $1', [
      seller.organizationId,
      'help@northwind.example',
    ]);
    await stack.send('POST', `/orders/${order.id}/receipt`, { as: seller.owner });
    expect((await untilReceipts(email, 2))[1]?.replyTo).toBe('help@northwind.example');
  });

  it('says what was too little to be charged then, whatever its customer has paid since', async () => {
    const { order, email, seller } = await buy(stack);
    await untilReceipts(email, 1);
    await stack.db.query(
      `UPDATE orders SET subtotal_amount = 30, discount_amount = 0, net_amount = 30, tax_amount = 0, total_amount = 30,
         applied_balance_amount = -30, carried_amount = 30 WHERE id = $1`,
      [order.id],
    );
    expect((await stack.send('POST', `/orders/${order.id}/receipt`, { as: seller.owner })).status).toBe(202);
    const [, again] = await untilReceipts(email, 2);
    expect(again?.text).toContain('$0.30 is too small to charge to a card.');
    expect(again?.text).not.toContain('Applied balance');
  });

  it('is sent by nobody who may not change orders', async () => {
    const { order, seller } = await buy(stack);
    const path = `/orders/${order.id}/receipt`;
    const stranger = (await makeSeller(stack)).owner;
    expect((await stack.send('POST', path, { as: stranger })).status).toBe(404);
    expect((await stack.send('POST', path, { as: seller.member })).status).toBe(403);
    const reader = tokenOf(seller.organizationId, 'orders:read');
    expect((await stack.send('POST', path, { as: reader })).status).toBe(403);
  });

  it('is sent to nobody once its customer has been erased', async () => {
    const { order, email, seller } = await buy(stack);
    await untilReceipts(email, 1);
    const customer = `/customers/${order.customer_id}?anonymize=true`;
    expect((await stack.send('DELETE', customer, { as: seller.owner })).status).toBe(204);
    const { status, body } = await stack.send('POST', `/orders/${order.id}/receipt`, { as: seller.owner });
    expect([status, body.error]).toEqual([422, 'ErasedCustomer']);
    await mailCustomer(
      stack.billing,
      { to: `erased-${order.customer_id}@erased.invalid`, type: 'late', messageId: uuidv7(), ...words },
      { organizationId: seller.organizationId },
    );
    expect(sent.filter(({ to }) => to.endsWith('.invalid'))).toEqual([]);
  });

  it('is none of what was not paid', async () => {
    const { order, seller } = await buy(stack);
    await stack.db.query(`UPDATE orders SET status = 'pending' WHERE id = $1`, [order.id]);
    const { status, body } = await stack.send('POST', `/orders/${order.id}/receipt`, { as: seller.owner });
    expect([status, body.error]).toEqual([422, 'NotPaidOrder']);
  });
});
