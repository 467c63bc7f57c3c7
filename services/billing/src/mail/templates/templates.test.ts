import { outboxRow } from '@tessera/kit/events/outbox';
import type { Mail } from '@tessera/kit/mail/mailer';
import { sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { askCustomerSession } from '@tessera/proto/api/asks';
import { orderPaid } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeBenefit, makeSeller, startBilling } from '../../../test/factories.ts';
import { buy } from '../../../test/purchases.ts';
import { orderOf, writeReceipt } from './order-confirmation.ts';
import { renewalFailedMail } from './renewal-failed.ts';
import { trialEndingMail } from './trial-ending.ts';
import { wordsFor } from './words.ts';

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
  });

const seller = { name: 'Acme', email: null, accentColor: null };
const sold = {
  invoiceNumber: 'ACME-0001',
  billingReason: 'purchase' as const,
  createdAt: new Date('2026-03-01T00:00:00Z'),
  currency: 'usd',
  discountAmount: 0,
  taxAmount: 0,
  taxBehavior: 'exclusive' as const,
  billingName: null,
  customer: { name: null, email: 'ada@example.com' },
  product: { name: 'Atlas' },
  subscription: null,
  items: [{ label: 'Atlas', amount: 1000, proration: false }],
};

const facts = {
  seller,
  benefits: [],
  url: null,
  portal: null,
  hasUsage: false,
  carriedAmount: 0,
  afterTrial: null,
};

describe('a trial that is about to end', () => {
  const trial = {
    seller,
    product: 'Atlas',
    endsAt: new Date('2026-03-15T00:00:00Z'),
    hasCard: true,
    portal: 'https://example.com',
  };
  const usage = 'Usage from then on is charged at the end of each billing period.';

  it.each([
    ['$10.00', false, /will then be charged \$10\.00\.\n\nIf you/],
    ['$10.00', true, new RegExp(`will then be charged \\$10\\.00\\.\\n\\n${usage}`)],
    [null, true, new RegExp(`Nothing will be charged then\\.\\n\\n${usage}`)],
  ])('says that %s is charged then, and whether use costs besides (%s)', (amount, hasUsage, told) => {
    const { text } = trialEndingMail(wordsFor('en'), { ...trial, amount, hasUsage });
    expect(text).toMatch(told);
    expect(text).not.toContain('$0.00');
  });
});

describe('a payment that failed for the last time', () => {
  const failed = {
    seller,
    amount: '$10.00',
    product: 'Atlas',
    nextAttemptAt: null,
    graceEndsAt: null,
    needsAnotherCard: false,
    needsConfirmation: false,
    portal: 'https://example.com',
  };

  it.each([
    [false, 'We could not charge $10.00 for Atlas.\n'],
    [true, 'Until it is paid, you do not have its benefits.'],
  ])('asks to be made good only where it can be (%s)', (staysPayable, told) => {
    const { text } = renewalFailedMail(wordsFor('en'), { ...failed, staysPayable });
    expect(text).toContain(told);
  });
});

describe('the receipt', () => {
  it('goes to the customer of a paid order', async () => {
    const { email, order } = await buy(stack, { product: { name: 'Tools & <Toys>' } });
    const mail = await mailTo(email);
    expect(mail).toMatchObject({
      type: 'order-confirmation',
      subject: 'Your order from Acme: Tools & <Toys>',
    });
    expect(mail.text).toContain('Total: $10.00');
    expect(mail.text).toContain(`Order: ${order.invoice_number}`);
    expect(mail.html).toContain('Tools &amp; &lt;Toys&gt;');
    expect(mail.html).not.toContain('<Toys>');
  });

  it('speaks the language and wears the color of whom it concerns', async () => {
    const seller = await makeSeller(stack);
    await stack.db.query(`UPDATE organizations SET accent_color = '#aa2200' WHERE id = $1`, [
      seller.organizationId,
    ]);
    const { email, order } = await buy(stack, { seller, body: { locale: 'de-DE' } });
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Ihre Bestellung bei Acme: A product');
    expect(mail.text.replaceAll('\u00a0', ' ')).toContain('Gesamt: 10,00 $');
    expect(mail.text).toContain(`Bestellung: ${order.invoice_number}`);
    expect(mail.html).toContain('<html lang="de">');
    expect(mail.html).toContain('.button { background: #aa2200 !important; }');
  });

  it.each([
    [1000, -400, /payment of \$6\.00.*Applied balance: -\$4\.00.*Total: \$6\.00/s],
    [1000, -1000, /nothing to pay.*Applied balance: -\$10\.00.*Total: \$0\.00/s],
    [-300, 300, /\$3\.00 was added to your credit with Acme.*Total: \$0\.00/s],
  ])('tells of %i of which the balance settles %i what was charged', (total, applied, told) => {
    const order = { ...sold, totalAmount: total, appliedBalanceAmount: applied };
    const { text } = writeReceipt(wordsFor('en'), order, facts);
    expect(text).toMatch(told);
  });

  it.each([
    ['exclusive' as const, 1190, 190, /Atlas: \$10\.00\nTax: \$1\.90\nTotal: \$11\.90/],
    ['inclusive' as const, 1000, 160, /Atlas: \$10\.00\nTax included: \$1\.60\nTotal: \$10\.00/],
  ])('has lines that add up where prices are %s of tax', (taxBehavior, totalAmount, taxAmount, told) => {
    const order = { ...sold, taxBehavior, totalAmount, taxAmount, appliedBalanceAmount: 0 };
    const { text } = writeReceipt(wordsFor('en'), order, facts);
    expect(text).toMatch(told);
  });

  it('credits the tax of what is credited', () => {
    const items = [{ label: 'Atlas', amount: -1000, proration: false }];
    const order = { ...sold, items, taxAmount: -190, totalAmount: -1190, appliedBalanceAmount: 1190 };
    const { text } = writeReceipt(wordsFor('en'), order, facts);
    expect(text).toMatch(/-\$10\.00\nTax: -\$1\.90\nApplied balance: \$11\.90\nTotal: \$0\.00/);
  });

  it.each([
    [{}, /Renews on: April 1, 2026/],
    [{ cancelAtPeriodEnd: true }, /Ends on: April 1, 2026/],
    [{ pauseAtPeriodEnd: true }, /Billed to: Ada\n\nThis/],
    [{ status: 'canceled' as const, cancelAtPeriodEnd: true }, /Billed to: Ada\n\nThis/],
  ])('says how the subscription goes on: %j', (changes, told) => {
    const running = { status: 'active' as const, cancelAtPeriodEnd: false, pauseAtPeriodEnd: false };
    const subscription = { ...running, currentPeriodEnd: new Date('2026-04-01T00:00:00Z'), ...changes };
    const paid = { totalAmount: 1000, appliedBalanceAmount: 0, billingName: 'Ada' };
    const order = { ...sold, ...paid, subscription };
    const { text } = writeReceipt(wordsFor('en'), order, facts);
    expect(text).toMatch(told);
  });

  it('tells until when a trial is free, in its language', async () => {
    const product = {
      name: 'Atlas',
      recurringInterval: 'month' as const,
      trialInterval: 'day' as const,
      trialIntervalCount: 7,
    };
    const { email } = await buy(stack, { product, body: { locale: 'de-DE' } });
    const { text } = await mailTo(email);
    expect(text).toContain('Probezeit für Atlas');
    expect(text).toMatch(/Ihre Probezeit ist bis zum .+ kostenlos; vorher wird nichts abgebucht\./);
    expect(text).toContain('Probezeit endet am');
    expect(text).not.toContain('Verlängert sich');
  });

  it('hands over what was bought, links to it and says whom to ask', async () => {
    const seller = await makeSeller(stack);
    await stack.db.query(`UPDATE organizations SET email = 'help@acme.example' WHERE id = $1`, [
      seller.organizationId,
    ]);
    const { organizationId } = seller;
    const note = 'Join at https://chat.example/join\nCode: <b>42</b>';
    const benefit = await makeBenefit(stack, {
      organizationId,
      description: 'Our chat',
      properties: { note },
    });
    const bare = await makeBenefit(stack, {
      organizationId,
      description: 'Our thanks',
      properties: { note: null },
    });
    const { email, checkout } = await buy(stack, { seller, product: { benefits: [benefit, bare] } });
    const mail = await mailTo(email);
    const url = `http://localhost:3000/checkout/${checkout.client_secret}/confirmation`;
    expect(mail.url).toBe(url);
    for (const part of ['Our chat', note, 'Our thanks', `Your purchase: ${url}`, 'help@acme.example'])
      expect(mail.text).toContain(part);
    expect(mail.html).toContain('https://chat.example/join<br>Code: &lt;b&gt;42&lt;/b&gt;');
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.html).toContain('href="mailto:help@acme.example"');
    expect(mail.html).not.toContain('null');
  });

  it('signs its reader in to all that they have, for an hour', async () => {
    const { email, order, seller } = await buy(stack);
    const mail = await mailTo(email);
    const [link = ''] = /http:\/\/localhost:3000\/portal\/\S+/.exec(mail.text) ?? [];
    const { pathname, searchParams } = new URL(link);
    expect(pathname.endsWith(`/orders/${order.id}`)).toBe(true);
    const tokenHash = sha256(searchParams.get('customer_session_token') ?? '');
    expect(await stack.bus.ask(askCustomerSession, { tokenHash })).toMatchObject({
      organizationId: seller.organizationId,
      scope: { customerId: order.customer_id },
    });
  });

  it('is not kept back by a benefit that is never granted', async () => {
    const seller = await makeSeller(stack);
    const benefit = await makeBenefit(stack, {
      organizationId: seller.organizationId,
      description: 'Granted never',
    });
    const { order } = await buy(stack, { seller });
    const emitted = await stack.events.next(orderPaid, ({ orderId }) => orderId === order.id);
    await stack.db.query(
      'INSERT INTO product_benefits (product_id, benefit_id, position) VALUES ($1, $2, 0)',
      [emitted.productId, benefit.id],
    );
    const snapshot = JSON.parse(emitted.snapshot);
    const email = 'patient@example.com';
    const late = {
      ...snapshot,
      created_at: new Date(stack.clock.now().getTime() - 60_000),
      customer: { ...snapshot.customer, email },
    };
    await stack.bus.publish(outboxRow(orderPaid, { ...emitted, snapshot: JSON.stringify(late) }));
    const mail = await mailTo(email);
    expect(mail.text).not.toContain('Granted never');
    expect(mail.text).toContain('/confirmation');
  });

  it('is not lost while the mail server is down', async () => {
    failures = 2;
    const { email } = await buy(stack);
    expect((await mailTo(email)).to).toBe(email);
  });

  it('opens one session, however often it had to be written', async () => {
    const sessionsOf = async (email: string) =>
      stack.db.query(
        `SELECT 1 FROM customer_sessions s JOIN customers c ON c.id = s.customer_id WHERE c.email = $1`,
        [email],
      );
    const { email: first } = await buy(stack);
    await mailTo(first);
    failures = 2;
    const { email } = await buy(stack);
    await mailTo(email);
    expect(failures).toBe(0);
    expect(await sessionsOf(email)).toEqual(await sessionsOf(first));
    expect(await sessionsOf(first)).not.toEqual([]);
  });

  it('goes out once however often its event is delivered', async () => {
    const { email: own, order } = await buy(stack);
    await mailTo(own);
    const emitted = await stack.events.next(orderPaid, ({ orderId }) => orderId === order.id);
    const snapshot = JSON.parse(emitted.snapshot);
    const email = 'once@example.com';
    const other = JSON.stringify({ ...snapshot, customer: { ...snapshot.customer, email } });
    const event = outboxRow(orderPaid, { ...emitted, snapshot: other });
    const handled = async () => {
      const { values } = await stack.metrics.consumed.get();
      const { value = 0 } =
        values.find(({ labels }) => labels.consumer === 'billing-receipts' && labels.outcome === 'done') ??
        {};
      return value;
    };
    for (const id of [event.id, uuidv7(), uuidv7()]) {
      const before = await handled();
      await stack.bus.publish({ ...event, id });
      await eventually(async () => expect(await handled()).toBeGreaterThan(before));
    }
    expect(sent.filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('also goes out for a seller who is gone by then', async () => {
    const { email, order, seller } = await buy(stack);
    await mailTo(email);
    await stack.db.query('UPDATE organizations SET is_deleted = true WHERE id = $1', [seller.organizationId]);
    const emitted = await stack.events.next(orderPaid, ({ orderId }) => orderId === order.id);
    await stack.bus.publish(outboxRow(orderPaid, emitted));
    await eventually(() => expect(sent.filter(({ to }) => to === email)).toHaveLength(2));
  });

  it('says when a subscription renews', async () => {
    const { order } = await buy(stack, { product: { recurringInterval: 'month' } });
    const receipt = writeReceipt(wordsFor('en'), orderOf(JSON.stringify(order)), {
      ...facts,
      seller: { ...seller, name: 'Acme\nBcc: all@example.com' },
    });
    expect(receipt.text).toContain('Renews on: February 15, 2026');
    expect(receipt.subject).not.toContain('\n');
  });

  it('begins with no address that a seller or a buyer gave as a name', async () => {
    const { order } = await buy(stack, { product: { name: 'Win at https://evil.test/now' } });
    const named = {
      ...{ ...order, billing_name: 'Visit \u202ewww.evil.test' },
      customer: { ...order.customer, name: 'Visit\nwww.evil.test' },
    };
    const receipt = writeReceipt(wordsFor('en'), orderOf(JSON.stringify(named)), {
      ...facts,
      seller: { ...seller, name: 'evil.test' },
    });
    expect(receipt.subject).toBe('Your order from evil·test: Win at evil·test/now');
    const [greeting, , thanks] = receipt.text.split('\n');
    expect(greeting).toBe('Hello Visit www·evil·test,');
    expect(thanks).not.toContain('evil.test');
    expect(receipt.text).toContain('Billed to: Visit www·evil·test\n');
    expect(receipt.html.slice(0, receipt.html.indexOf('<table'))).not.toContain('evil.test');
  });
});

describe('receipts to one address', () => {
  let limited: BillingStack;
  const mails: Mail[] = [];
  beforeAll(async () => {
    const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
    limited = await startBilling({ mailer, areMailsLimited: true });
  });
  afterAll(() => limited.stop());

  /** The event of an order that so much was paid for, so many times, each for an order of its own. */
  const sell = async (times: number, changes: { total_amount: number; email: string }) => {
    const { order } = await buy(limited);
    const emitted = await limited.events.next(orderPaid, ({ orderId }) => orderId === order.id);
    const { email, total_amount } = changes;
    const snapshot = JSON.parse(emitted.snapshot);
    const sold = { ...snapshot, total_amount, customer: { ...snapshot.customer, email } };
    for (let time = 0; time < times; time += 1)
      await limited.bus.publish(outboxRow(orderPaid, { ...emitted, snapshot: JSON.stringify(sold) }));
  };
  const heldBack = () => limited.log.lines().filter(({ msg }) => /^mail held back/.test(String(msg)));
  const to = (email: string) => mails.filter((mail) => mail.to === email);

  it('are five in an hour of what costs nothing', async () => {
    await sell(7, { total_amount: 0, email: 'free@example.com' });
    await eventually(() => expect([to('free@example.com').length, heldBack().length]).toEqual([5, 2]));
  });

  it('are never held back for money, and are for a test card', async () => {
    const before = heldBack().length;
    await sell(7, { total_amount: 1000, email: 'test-card@example.com' });
    await eventually(() => expect(heldBack().length - before).toBe(2));
    const { stateOf } = limited.billing.payments;
    limited.billing.payments.stateOf = async () => 'live';
    try {
      await sell(7, { total_amount: 1000, email: 'paid@example.com' });
      await eventually(() => expect(to('paid@example.com')).toHaveLength(7));
    } finally {
      limited.billing.payments.stateOf = stateOf;
    }
  });
});
