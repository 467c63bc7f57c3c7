/** What receipts say of renewals, of usage, and of what is too small to charge to a card. */
import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { languages } from '@tessera/proto/api/languages';
import { type BillingStack, makeMeter, makeSeller, startBilling } from '../../../test/factories.ts';
import { buy } from '../../../test/purchases.ts';
import { writeReceipt } from './order-confirmation.ts';
import { wordsFor } from './words.ts';

let stack: BillingStack;
const sent: Mail[] = [];
beforeAll(async () => {
  const send = async (mail: Mail) => void sent.push(mail);
  stack = await startBilling({ mailer: { send, close: () => undefined } });
});
afterAll(() => stack.stop());

const receiptTo = (email: string): Promise<Mail> =>
  eventually(() => {
    const mail = sent.find(({ to, type }) => to === email && type === 'order-confirmation');
    if (!mail) throw new Error('no receipt yet');
    return mail;
  });

const facts = {
  seller: { name: 'Acme', email: null, accentColor: null },
  benefits: [],
  url: null,
  portal: null,
  hasUsage: false,
  carriedAmount: 0,
  afterTrial: null,
};
const sold = {
  invoiceNumber: 'ACME-0001',
  billingReason: 'purchase' as const,
  createdAt: new Date('2026-03-01T00:00:00Z'),
  currency: 'usd',
  totalAmount: 1000,
  appliedBalanceAmount: 0,
  discountAmount: 0,
  taxAmount: 0,
  taxBehavior: 'exclusive' as const,
  billingName: null,
  customer: { name: null, email: 'ada@example.com' },
  product: { name: 'Atlas' },
  subscription: null,
  items: [{ label: 'Atlas', amount: 1000, proration: false }],
};
const free = { ...sold, totalAmount: 0, items: [{ label: 'Atlas', amount: 0, proration: false }] };

describe('the receipt of a renewal', () => {
  it.each(['subscription_cycle' as const, 'subscription_update' as const])(
    'thanks for a payment, and for no order (%s)',
    (billingReason) => {
      const { text, subject } = writeReceipt(wordsFor('en'), { ...sold, billingReason }, facts);
      expect(subject).toBe('Your receipt from Acme: Atlas');
      expect(text).toContain('Acme has received your payment of $10.00 for Atlas. Thank you.');
      expect(text).not.toMatch(/your order/i);
    },
  );

  it('names what costs nothing this time', () => {
    const renewed = { ...free, billingReason: 'subscription_cycle' as const };
    const { text } = writeReceipt(wordsFor('en'), renewed, { ...facts, hasUsage: true });
    expect(text).toContain('There is nothing to pay for Atlas this time.');
  });

  it.each(languages)('says something else than that of an order in %s', (language) => {
    const renewed = { ...sold, billingReason: 'subscription_cycle' as const };
    const first = writeReceipt(wordsFor(language), sold, facts);
    const again = writeReceipt(wordsFor(language), renewed, facts);
    expect(again.subject).not.toBe(first.subject);
    expect(again.text).not.toBe(first.text);
  });
});

describe('the receipt of what is paid by usage', () => {
  it('tells when that is charged', () => {
    const { text } = writeReceipt(wordsFor('en'), free, { ...facts, hasUsage: true });
    expect(text).toContain('your usage is charged at the end of each billing period');
  });
});

describe('the receipt of an order', () => {
  it('knows of prices by usage', async () => {
    const seller = await makeSeller(stack);
    const meter = await makeMeter(stack, { organizationId: seller.organizationId });
    const { email } = await buy(stack, {
      seller,
      product: {
        recurringInterval: 'month',
        price: { amountType: 'metered_unit', meterId: meter.id, unitAmount: '5' },
      },
    });
    expect((await receiptTo(email)).text).toContain('There is nothing to pay now: your usage is charged');
  });

  it('says what follows a trial, and until when it can be canceled', async () => {
    const { email } = await buy(stack, {
      product: {
        recurringInterval: 'month',
        trialInterval: 'day',
        trialIntervalCount: 7,
        price: { priceAmount: 1000 },
      },
    });
    const { text } = await receiptTo(email);
    expect(text).toContain('nothing is charged before then.');
    expect(text).toContain('Your card will then be charged $10.00.');
    expect(text).toContain('cancel before that day and nothing will be charged then.');
  });

  it('knows what the balance owes since', async () => {
    const { email } = await buy(stack, { product: { price: { priceAmount: 30 } } });
    expect((await receiptTo(email)).text).toContain('$0.30 is too small to charge to a card');
  });
});

describe('the receipt of what is too small to charge to a card', () => {
  it('says that it is added to the next payment', () => {
    const small = { ...sold, totalAmount: 30, appliedBalanceAmount: -30 };
    const { text } = writeReceipt(wordsFor('en'), small, { ...facts, carriedAmount: 30 });
    expect(text).toContain(
      '$0.30 is too small to charge to a card. It will be added to your next payment to Acme.',
    );
    expect(text).toMatch(/Added to your next payment: -\$0\.30\nTotal: \$0\.00/);
    expect(text).not.toContain('Applied balance');
  });

  it('tells apart what the balance had', () => {
    const small = { ...sold, appliedBalanceAmount: -1000 };
    const { text } = writeReceipt(wordsFor('en'), small, { ...facts, carriedAmount: 30 });
    expect(text).toMatch(/Applied balance: -\$9\.70\nAdded to your next payment: -\$0\.30\nTotal: \$0\.00/);
  });

  it('is called so where it is charged later', () => {
    const next = { ...sold, billingReason: 'subscription_cycle' as const, appliedBalanceAmount: 30 };
    const { text } = writeReceipt(wordsFor('en'), next, facts);
    expect(text).toMatch(/Carried over from earlier: \$0\.30\nTotal: \$10\.30/);
    expect(text).not.toContain('Applied balance');
  });
});
