import { createTexts } from '@tessera/kit/texts';
import type { FullOrder } from '../orders/view.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import { lineOf, type PaperFacts, paperOf } from './paper.ts';

const say = createTexts({ en, de })('de');

describe('the lines of a paper', () => {
  it.each([
    ['Unused time on Studio Pro', true, 'Nicht genutzte Zeit von Studio Pro'],
    ['Remaining time on Studio Team', true, 'Restliche Zeit von Studio Team'],
    // A product may be named like that.
    ['Unused time on Earth', false, 'Unused time on Earth'],
    ['Studio Pro', true, 'Studio Pro'],
  ])('say %s in its language', (label, proration, expected) => {
    expect(lineOf({ label, proration }, say)).toBe(expected);
  });
});

const address = {
  line1: 'Große Elbstraße 145f',
  line2: null,
  postalCode: '22767',
  city: 'Hamburg',
  state: null,
  country: 'DE',
};
const orderOf = (row: object): FullOrder =>
  ({
    row: {
      createdAt: new Date('2026-11-03'),
      invoiceNumber: 'NORTH-0042',
      currency: 'jpy',
      subtotalAmount: 3000,
      discountAmount: 0,
      netAmount: 3000,
      taxAmount: 0,
      totalAmount: 3000,
      appliedBalanceAmount: 0,
      taxDetails: null,
      billingName: 'Zoë Çelik',
      billingAddress: address,
      ...row,
    },
    items: [{ label: 'Studio Pro', amount: 3000 }],
    customer: { email: 'zoe@example.com' },
    discount: null,
  }) as unknown as FullOrder;
const facts: PaperFacts = {
  number: 'NORTH-0042',
  issuedAt: new Date('2026-11-04'),
  seller: {
    name: 'Northwind',
    email: null,
    website: null,
    legalName: 'Northwind GmbH',
    address,
    taxId: ['DE136695976', 'eu_vat'],
  },
  taxId: ['30303265045', 'br_cnpj'],
  refund: null,
  locale: 'de-DE',
};

describe('an invoice', () => {
  it('is in the currency of its order, without decimals where that has none', () => {
    const { total, settled } = paperOf(orderOf({}), { ...facts, locale: 'en-US' });
    expect(total.amount).toBe('¥3,000');
    expect(settled).toEqual([]);
  });

  it('says what the customer’s credit has paid, and what was charged', () => {
    const { settled } = paperOf(orderOf({ appliedBalanceAmount: -1000 }), { ...facts, locale: 'en' });
    expect(settled.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
      'Settled with your balance -¥1,000',
      'Charged ¥2,000',
    ]);
  });

  it('calls numbers for VAT what the law there calls them, and others tax numbers', () => {
    const { seller, buyer } = paperOf(orderOf({}), facts);
    expect(seller.lines.at(-1)).toBe('USt-IdNr.: DE136695976');
    expect(buyer.lines.at(-1)).toBe('Steuernummer: 30303265045');
  });
});

describe('a credit note in German', () => {
  it('is a correction: the word for a note of credit means another paper there', () => {
    const refund = { amount: 1000, taxAmount: 0, createdAt: new Date('2026-11-10') } as PaperFacts['refund'];
    const { title, total } = paperOf(orderOf({}), { ...facts, refund });
    expect([title, total.label]).toEqual(['Rechnungskorrektur', 'Erstatteter Betrag']);
  });
});
