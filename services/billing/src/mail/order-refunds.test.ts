import { outboxRow } from '@tessera/kit/events/outbox';
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { refundCreated, refundUpdated } from '@tessera/proto/events/billing';
import { type BillingStack, startBilling } from '../../test/factories.ts';
import { buy } from '../../test/purchases.ts';

let stack: BillingStack;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
afterAll(() => stack.stop());

const refundsTo = (email: string) =>
  sent.filter((mail) => mail.to === email && mail.type === 'order-refunded');
const refundMail = (email: string): Promise<Mail> =>
  eventually(() => {
    const [mail] = refundsTo(email);
    if (!mail) throw new Error('no mail yet');
    return mail;
  });
const refund = async ({ order, seller }: Awaited<ReturnType<typeof buy>>, changes: object = {}) => {
  const body = { order_id: order.id, reason: 'other', amount: 400, ...changes };
  const reply = await stack.send('POST', '/refunds/', { as: seller.owner, body });
  expect(reply.status).toBe(200);
  return reply.body;
};

describe('the mail about a refund', () => {
  it('tells the buyer what went back, of which order, from whom', async () => {
    const sale = await buy(stack);
    await refund(sale);
    const mail = await refundMail(sale.email);
    expect(mail.subject).toBe('Refund of $4.00 from Acme');
    expect(mail.text).toContain(`$4.00 of your order ${sale.order.invoice_number}`);
    expect(mail.text).not.toContain('has ended');
  });

  it('speaks the language of the checkout, and says that access has ended', async () => {
    const sale = await buy(stack, { body: { locale: 'de' } });
    await refund(sale, { revoke_benefits: true });
    const mail = await refundMail(sale.email);
    expect(mail.subject.replaceAll('\u00a0', ' ')).toBe('Erstattung von 4,00 $ von Acme');
    expect(mail.text).toContain('ist damit beendet');
    expect(mail.text).toContain('&language=de');
  });

  it('speaks that of the checkout where the subscription began, of a renewal too', async () => {
    const product = { recurringInterval: 'month' as const };
    const sale = await buy(stack, { product, body: { locale: 'de' } });
    // A renewal has no checkout of its own.
    await stack.db.query(
      `UPDATE orders SET checkout_id = NULL, billing_reason = 'subscription_cycle' WHERE id = $1`,
      [sale.order.id],
    );
    await refund(sale);
    expect((await refundMail(sale.email)).subject).toMatch(/^Erstattung/);
  });

  it('is not sent where the bank took the money back: the seller has refunded nothing', async () => {
    const sale = await buy(stack);
    await refund(sale, { metadata: { dispute: 'du_1', dispute_reason: 'fraudulent' } });
    // Of two refunds told of one after another, the second is heard of after the first.
    const other = await buy(stack);
    await refund(other);
    await refundMail(other.email);
    expect(refundsTo(sale.email)).toEqual([]);
  });

  it('comes once, however often the refund is told of', async () => {
    const sale = await buy(stack);
    const body = await refund(sale);
    await refundMail(sale.email);
    const facts = {
      refundId: body.id,
      organizationId: body.organization_id,
      orderId: body.order_id,
      customerId: body.customer_id,
      snapshot: JSON.stringify(body),
    };
    for (const row of [outboxRow(refundCreated, facts), outboxRow(refundUpdated, facts)])
      await stack.bus.publish(row);
    // Of two refunds told of one after another, the second is heard of after the first.
    const other = await buy(stack);
    await refund(other);
    await refundMail(other.email);
    expect(refundsTo(sale.email)).toHaveLength(1);
  });
});
