import { createTexts } from '@tessera/kit/text/texts';
import { extractText, getDocumentProxy } from 'unpdf';
import type { FullOrder } from '../orders/view.ts';
import { lineOf } from './amounts.ts';
import { drawPaper } from './draw.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import { type PaperFacts, paperOf } from './paper.ts';

const say = createTexts({ en, de })('de');

describe('the lines of a paper', () => {
  const number = new Intl.NumberFormat('de-DE');
  const unitPrice = (units: string) => `${units.replace('.', ',')} €`;

  it.each([
    ['Unused time on Studio Pro', -500, true, 'Nicht genutzte Zeit von Studio Pro'],
    ['Remaining time on Studio Team', 500, true, 'Restliche Zeit von Studio Team'],
    ['Trial of Studio Pro', 0, false, 'Probezeit für Studio Pro'],
    ['API calls (1500 units, at $0.004)', 600, false, 'API calls (1.500 Einheiten, zu je 0,004 €)'],
    [
      'API calls (1500 units, 500 of them credited, at $0.004)',
      400,
      false,
      'API calls (1.500 Einheiten, davon 500 aus Guthaben, zu je 0,004 €)',
    ],
    [
      'API calls (1.5 units, 1.5 of them credited, at $1)',
      0,
      false,
      'API calls (1,5 Einheiten, davon 1,5 aus Guthaben, zu je 1 €)',
    ],
    [
      'API calls (250 units, as 3 packages of 100 at $5, at least $9.00, at most $1,000.00)',
      1500,
      false,
      'API calls (250 Einheiten, als 3 Pakete mit 100 zu je 5 €, mindestens 9,00 €, höchstens 1000,00 €)',
    ],
    [
      'Calls (EU) (12.5 units, at graduated prices)',
      100,
      false,
      'Calls (EU) (12,5 Einheiten, zu gestaffelten Preisen)',
    ],
    ['Calls (1 unit, at $2)', 200, false, 'Calls (1 Einheit, zu je 2 €)'],
    ['Calls (1 units, at $2)', 200, false, 'Calls (1 Einheit, zu je 2 €)'],
    [
      'Calls (9 units, as 1 package of 10 at $5)',
      500,
      false,
      'Calls (9 Einheiten, als 1 Paket mit 10 zu 5 €)',
    ],
    ['Calls (3 units, at volume prices)', 100, false, 'Calls (3 Einheiten, zum Mengenpreis)'],
    ['Calls (1.000000e+308 units, at $1.5)', 9, false, 'Calls (1.000000e+308 Einheiten, zu je 1,5 €)'],
    // Products may be named like that.
    ['Unused time on Earth', 500, false, 'Unused time on Earth'],
    ['Trial of the Century', 900, false, 'Trial of the Century'],
    ['Studio Pro', 500, true, 'Studio Pro'],
    ['Set (3 units)', 500, false, 'Set (3 units)'],
    ['Desk (at most two)', 500, false, 'Desk (at most two)'],
    ['Course (3 units, at home)', 500, false, 'Course (3 units, at home)'],
  ])('say %s (%i) in its language', (label, amount, proration, expected) => {
    expect(lineOf({ label, amount, proration }, { say, number, unitPrice })).toBe(expected);
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
    isSmallBusiness: false,
    note: null,
  },
  taxId: ['16727230000197', 'br_cnpj'],
  period: null,
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
      'Applied balance -¥1,000',
      'Charged ¥2,000',
    ]);
  });

  it('says that prices contain the tax where they do, since discounts do then too', () => {
    const notesOf = (behavior: string, taxAmount: number) =>
      paperOf(orderOf({ taxAmount, taxDetails: { behavior, reason: 'standard_rated', lines: [] } }), facts)
        .notes;
    const note = 'Preise und Rabatte der Posten enthalten die Steuer.';
    expect(notesOf('inclusive', 480)).toContain(note);
    expect(notesOf('inclusive', 0)).not.toContain(note);
    expect(notesOf('exclusive', 480)).not.toContain(note);
  });

  it('says which period of a subscription it is for', () => {
    const period = { start: new Date('2026-11-03'), end: new Date('2026-12-03') };
    const { facts: told } = paperOf(orderOf({}), { ...facts, period });
    const [name, days] = told.at(-1) ?? [];
    expect([name, days?.replaceAll('\u2009', ' ')]).toEqual([
      'Leistungszeitraum',
      '3. November – 3. Dezember 2026',
    ]);
    expect(paperOf(orderOf({}), facts).facts.map(([name]) => name)).not.toContain('Leistungszeitraum');
  });

  it('says what was too little to be charged before', () => {
    const { settled } = paperOf(orderOf({ appliedBalanceAmount: 40 }), { ...facts, locale: 'en' });
    expect(settled.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
      'Carried over from earlier ¥40',
      'Charged ¥3,040',
    ]);
  });

  it.each([
    ['all of it', 40, []],
    ['what the credit did not have', 30, ['Applied balance -¥10']],
  ])(
    'says what is too little to be charged and comes with the next one: %s',
    (_name, carriedAmount, others) => {
      const small = { totalAmount: 40, appliedBalanceAmount: -40, carriedAmount };
      const { settled } = paperOf(orderOf(small), { ...facts, locale: 'en' });
      expect(settled.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
        ...others,
        `Added to your next payment -¥${carriedAmount}`,
        'Charged ¥0',
      ]);
    },
  );

  it.each([
    ['paid', {}, 'This invoice has been paid. There is nothing left to pay.'],
    [
      'paid by credit',
      { appliedBalanceAmount: -3000 },
      'This invoice has been paid. There is nothing left to pay.',
    ],
    [
      'added to the credit',
      { totalAmount: -2420, appliedBalanceAmount: 2420 },
      'This amount has been added to your credit and goes toward your next payments.',
    ],
    ['carried over', { totalAmount: 40, appliedBalanceAmount: -40, carriedAmount: 40 }, undefined],
  ])('says that it is paid only if it is: %s', (_name, row, note) => {
    expect(paperOf(orderOf(row), { ...facts, locale: 'en' }).notes.at(-1)).toBe(note);
  });

  it('calls numbers for VAT what the law there calls them, and others tax numbers', () => {
    const { seller, buyer } = paperOf(orderOf({}), facts);
    expect(seller.lines.at(-1)).toBe('USt-IdNr.: DE136695976');
    expect(buyer.lines.at(-1)).toBe('Steuernummer: 16.727.230/0001-97');
  });
});

describe('an invoice of a small business', () => {
  const exempt = { behavior: 'exclusive', reason: 'not_collecting', isSmallBusiness: true, lines: [] };
  const before = { behavior: 'exclusive', reason: 'not_collecting', lines: [] };
  const buyer = (country: string) => ({ ...address, country });
  const small = (country: string | null): PaperFacts['seller'] => ({
    ...facts.seller,
    address: country === null ? null : { ...address, country },
    isSmallBusiness: true,
  });
  const notesOf = (row: object, more: Partial<PaperFacts>) =>
    paperOf(orderOf(row), { ...facts, ...more }).notes.join(' ');

  it.each([
    ['DE', 'de', 'Für diese Leistung gilt die Steuerbefreiung für Kleinunternehmer (§ 19 UStG).'],
    ['FR', 'fr', 'TVA non applicable, art. 293 B du CGI.'],
    ['AT', 'en', 'Exempt from VAT under the special scheme for small enterprises (§ 6 Abs. 1 Z 27 UStG).'],
    ['SE', 'nl', '(artikel 284 van Richtlijn 2006/112/EG).'],
  ])('of %s says in %s why it has no tax', (country, locale, note) => {
    expect(notesOf({ taxDetails: exempt }, { seller: small(country), locale })).toContain(note);
  });

  it('says so of what was sold before the seller said it, and after the seller grew', () => {
    const note = '§ 19 UStG';
    expect(notesOf({ taxDetails: before }, { seller: small('DE') })).toContain(note);
    expect(notesOf({ taxDetails: exempt }, {})).toContain(note);
    expect(notesOf({ taxDetails: before }, {})).not.toContain(note);
    const refund = { amount: 1000, taxAmount: 0, createdAt: new Date('2026-11-10') } as PaperFacts['refund'];
    expect(notesOf({ taxDetails: exempt }, { refund })).toContain(note);
  });

  it.each([
    ['of what was sold outside of the European Union', { taxDetails: before, billingAddress: buyer('US') }],
    ['where the buyer owes the tax', { taxDetails: { ...before, reason: 'reverse_charge' } }],
    ['where tax was collected', { taxAmount: 480, taxDetails: { ...before, reason: 'standard_rated' } }],
  ])('does not say so %s', (_name, row) => {
    expect(notesOf(row, { seller: small('DE') })).not.toContain('§ 19');
  });
});

describe('a credit note in German', () => {
  it('is a correction: the word for a note of credit means another paper there', () => {
    const refund = { amount: 1000, taxAmount: 0, createdAt: new Date('2026-11-10') } as PaperFacts['refund'];
    const { title, total } = paperOf(orderOf({}), { ...facts, refund });
    expect([title, total.label]).toEqual(['Rechnungskorrektur', 'Erstatteter Betrag']);
  });
});

const read = async (bytes: Buffer): Promise<string> =>
  (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;
/** The fonts that are embedded, by the names that files have within a PDF. */
const fontsOf = (bytes: Buffer) =>
  [...bytes.toString('latin1').matchAll(/\/FontName \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name);

describe('an invoice in letters of East Asia', () => {
  const japanese = {
    ...address,
    line1: '丸の内１丁目２番３号 直角ビル',
    postalCode: '100-0005',
    city: '東京都千代田区',
    country: 'JP',
  };
  const chinese = {
    ...address,
    line1: '建国门外大街１号',
    postalCode: '100022',
    city: '北京市朝阳区',
    country: 'CN',
  };
  const draw = (
    billing: { name: string; address: typeof address },
    seller: { name: string; address: typeof address },
  ) => {
    const order = orderOf({ billingName: billing.name, billingAddress: billing.address });
    return drawPaper(
      paperOf(
        {
          ...order,
          items: [{ label: '夏のバンドル（年額）', amount: 3000, proration: false }],
        } as unknown as FullOrder,
        {
          ...facts,
          locale: 'ja',
          seller: { ...facts.seller, legalName: seller.name, address: seller.address },
        },
      ),
    );
  };
  it.each([
    ['山田太郎 株式会社', japanese, '北京示例科技有限公司', chinese],
    [
      '臺灣有限公司 龜',
      { ...chinese, country: 'TW' },
      '한빛 주식회사',
      { ...address, city: '서울특별시', country: 'KR' },
    ],
  ])('shows %s, who buys of %3$s', async (buyer, place, seller, theirs) => {
    const bytes = await draw({ name: buyer, address: place }, { name: seller, address: theirs });
    const text = await read(bytes);
    for (const shown of [buyer, place.line1, place.city, seller, theirs.city, '夏のバンドル（年額）'])
      expect(text.normalize('NFKC')).toContain(shown.normalize('NFKC'));
    // The letters that are used, not fonts of several megabytes.
    expect(bytes.length).toBeLessThan(250_000);
  });

  it('writes Japanese names as Japan does, and embeds nothing of what is not needed', async () => {
    const both = await draw({ name: '山田', address: japanese }, { name: '北京', address: chinese });
    expect(new Set(fontsOf(both))).toEqual(
      new Set(['DejaVuSans', 'NotoSansJP-Regular', 'NotoSansJP-Bold', 'NotoSansHans-Regular']),
    );
    const none = await drawPaper(paperOf(orderOf({}), facts));
    expect(new Set(fontsOf(none))).toEqual(new Set(['DejaVuSans', 'DejaVuSans-Bold']));
  });
});

describe('the text of the seller on an invoice', () => {
  it('stands below all else, line by line, in the letters of the seller', async () => {
    const seller = { ...facts.seller, note: 'Amtsgericht Hamburg, HRB 12345\n\n代表者 山田太郎' };
    const bytes = await drawPaper(paperOf(orderOf({}), { ...facts, seller }));
    expect((await read(bytes)).normalize('NFKC')).toMatch(
      /mehr zu zahlen\.\s+Amtsgericht Hamburg, HRB 12345\s+代表者 山田太郎/u,
    );
  });
});

describe('an invoice in letters of other scripts', () => {
  const draw = (name: string, label = 'Studio Pro') => {
    const items = [{ label, amount: 3000, proration: false }];
    const order = { ...orderOf({ billingName: name }), items } as unknown as FullOrder;
    return drawPaper(paperOf(order, facts));
  };
  it.each([
    ['สมชาย ใจดี (Pro)', 'NotoSansThai'],
    ['आराध्या शर्मा', 'NotoSansDevanagari'],
    ['አበበ ቢቂላ', 'NotoSansEthiopic'],
  ])('shows %s', async (name, font) => {
    const fonts = fontsOf(await draw(name));
    expect(fonts).toContainEqual(expect.stringContaining(font));
  });

  it('goes without emoji, and is made where the letters of a name cannot be set', async () => {
    const bytes = await draw('🎈 Zoë 👩‍👩‍👧 Çelik 🇩🇪', 'ਪੰਜਾਬੀ ਕੋਰਸ');
    expect(await read(bytes)).toContain('Zoë Çelik');
  });
});
