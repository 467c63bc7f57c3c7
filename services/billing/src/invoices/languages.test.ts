import { languages } from '@tessera/proto/api/languages';
import { extractText, getDocumentProxy } from 'unpdf';
import type { FullOrder } from '../orders/view.ts';
import { drawPaper } from './draw.ts';
import { paperOf } from './paper.ts';

const address = {
  line1: 'Torstraße 49',
  line2: null,
  postalCode: '10119',
  city: 'Berlin',
  state: null,
  country: 'DE',
};
const order = {
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
    billingName: 'Grace Hopper',
    billingAddress: address,
  },
  items: [{ label: 'Studio Pro', amount: 3000, proration: false }],
  customer: { email: 'grace@example.com' },
  discount: null,
} as unknown as FullOrder;
const paperIn = (locale: string) =>
  paperOf(order, {
    number: 'NORTH-0042',
    issuedAt: new Date('2026-11-04'),
    seller: {
      name: 'Northwind',
      email: null,
      website: null,
      legalName: 'Northwind GmbH',
      address,
      taxId: null,
      isSmallBusiness: false,
      note: null,
    },
    taxId: null,
    period: { start: new Date('2026-11-03'), end: new Date('2026-12-03') },
    refund: null,
    locale,
  });

describe('an invoice', () => {
  it.each(languages)('is in the language that its buyer was spoken to in: %s', (language) => {
    const { language: spoken, title } = paperIn(language);
    expect(spoken).toBe(language);
    expect(title === 'Invoice').toBe(language === 'en');
  });

  it('is in English where the language is not known', () => expect(paperIn('ko').title).toBe('Invoice'));
});

describe('an invoice in Japanese', () => {
  it('shows its own words in the letters of Japan, also where seller and buyer are elsewhere', async () => {
    const bytes = await drawPaper(paperIn('ja-JP'));
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    const shown = text.normalize('NFKC').replaceAll(' ', '');
    for (const words of ['請求書', '発行日', '2026年11月4日', '小計', '合計', '¥3,000', '支払い済み'])
      expect(shown).toContain(words);
    const fonts = bytes.toString('latin1').match(/\/FontName \/[A-Z]{6}\+[\w-]+/g) ?? [];
    expect(new Set(fonts.map((name) => name.slice('/FontName /ABCDEF+'.length)))).toEqual(
      new Set(['DejaVuSans', 'NotoSansJP-Regular', 'NotoSansJP-Bold']),
    );
  });
});
