import { addressLines, amountInput, length, parseAmount } from '../buyers/prices/format.ts';
import type { CheckoutPublic } from './api.ts';
import { startI18n, t } from './i18n.ts';
import { chargeNote, payLabel, totalText } from './labels.ts';

beforeEach(() => startI18n('en'));

const fixed = { amountType: 'fixed', priceAmount: 2900, priceCurrency: 'usd' };
const metered = { amountType: 'metered_unit', priceCurrency: 'usd', unitAmount: '1', capAmount: null };
const checkout = (
  { interval = 'month', count = 1, prices = [fixed] as object[] } = {},
  changes: Partial<Record<keyof CheckoutPublic, unknown>> = {},
): CheckoutPublic =>
  ({
    currency: 'usd',
    amount: 2900,
    discountAmount: 0,
    taxAmount: 0,
    taxBehavior: 'exclusive',
    taxabilityReason: null,
    taxBreakdown: [],
    totalAmount: 2900,
    discount: null,
    isFreeProductPrice: false,
    isPaymentRequired: true,
    product: {
      recurringInterval: interval === 'once' ? null : interval,
      recurringIntervalCount: interval === 'once' ? null : count,
      prices,
    },
    trialEnd: null,
    ...changes,
  }) as unknown as CheckoutPublic;

const allOff = { duration: 'forever', basisPoints: 10_000 };
const off = (discount: object, totalAmount: number) => ({
  discount: { code: 'HALF', name: 'Half', type: 'percentage', basisPoints: 5000, ...discount },
  discountAmount: 2900 - totalAmount,
  totalAmount,
});

const tooLittle = checkout({ interval: 'once' }, { totalAmount: 20, isPaymentRequired: false });

describe('the total in words', () => {
  it.each([
    [checkout({ interval: 'once' }), 'Total: $29.00'],
    [checkout({}, { product: { isRecurring: true } }), 'Due today: $29.00'],
    [
      checkout({}, { product: { isRecurring: true }, trialEnd: '2026-04-15T12:00:00Z' }),
      'Due today: $0.00. Due on April 15, 2026: $29.00',
    ],
  ])('is that of today, and what a trial defers: %#', (one, text) => {
    expect(totalText(one)).toBe(text);
  });
});

describe('what will be charged', () => {
  it.each([
    [checkout(), 'You will be charged $29.00 monthly until you cancel.'],
    [checkout({ interval: 'year' }), 'You will be charged $29.00 yearly until you cancel.'],
    [checkout({ interval: 'once' }), 'One-time payment of $29.00. Nothing else will be charged.'],
    [checkout({ interval: 'week', count: 2 }), 'You pay $29.00 / 2 weeks until you cancel.'],
    [
      checkout({}, { trialEnd: '2026-04-15T12:00:00Z' }),
      'You pay nothing today. On April 15, 2026 your trial ends, and you pay $29.00 / month until you cancel.',
    ],
    [checkout({ interval: 'once' }, { totalAmount: 0 }), 'This is free. No card is needed.'],
    [
      tooLittle,
      '$0.20 is too small to charge to a card. Nothing is charged today; it will be added to your next order here.',
    ],
    [
      checkout({}, { isFreeProductPrice: true, amount: 0, totalAmount: 0 }),
      'This is free, and you can cancel at any time.',
    ],
    [
      checkout({ prices: [metered] }, { amount: 0, totalAmount: 0 }),
      'Nothing is due today. You will be charged monthly for your usage until you cancel.',
    ],
    [
      checkout({ prices: [fixed, metered] }),
      'You will be charged $29.00 monthly, plus usage, until you cancel.',
    ],
    [
      checkout({}, off({ duration: 'once' }, 1450)),
      'You pay $14.50 today, then $29.00 monthly until you cancel.',
    ],
    [
      checkout({}, off({ duration: 'repeating', durationInMonths: 3 }, 1450)),
      'You pay $14.50 monthly for the first 3 months, then $29.00 monthly until you cancel.',
    ],
    [
      checkout({}, off({ duration: 'repeating', durationInMonths: 1 }, 0)),
      'You pay $0.00 for the first month, then $29.00 monthly until you cancel. Taxes may be added, depending on your address.',
    ],
    [
      checkout({}, off({ duration: 'forever' }, 1450)),
      'You will be charged $14.50 monthly until you cancel.',
    ],
    [
      checkout({}, off(allOff, 0)),
      'With this discount, nothing is charged now or later. Your card is saved in case you change your plan.',
    ],
    ...[
      checkout({}, { trialEnd: '2026-04-15T12:00:00Z', ...off(allOff, 0) }),
      checkout({ interval: 'week', count: 2 }, off(allOff, 0)),
      checkout({ prices: [fixed, metered] }, off(allOff, 0)),
      checkout({ prices: [metered] }, { ...off(allOff, 0), amount: 0, discountAmount: 0 }),
    ].map((of): [CheckoutPublic, string] => [
      of,
      'With this discount, nothing is charged now or later. Your card is saved in case you change your plan.',
    ]),
    [
      checkout(
        { prices: [fixed, metered] },
        { ...off({}, 0), discount: { duration: 'forever', amount: 2900 } },
      ),
      'You will be charged $0.00 monthly, plus usage, until you cancel.',
    ],
    [
      checkout({}, { taxAmount: null }),
      'You will be charged $29.00 monthly until you cancel. Taxes may be added, depending on your address.',
    ],
  ])('is said plainly', (of, note) => {
    expect(chargeNote(of)).toBe(note);
  });

  const taxed = (taxAmount: number, changes: object) => ({
    ...changes,
    taxAmount,
    taxabilityReason: 'standard_rated',
    taxBreakdown: [{ type: 'vat', country: 'DE', state: null, percentage: '19', amount: taxAmount }],
  });
  const trialEnd = '2026-04-15T12:00:00Z';

  it.each([
    [
      checkout({ interval: 'week' }, taxed(551, { totalAmount: 3451 })),
      'You pay $34.51 / week until you cancel.',
    ],
    [
      checkout({ count: 3 }, taxed(276, off({ duration: 'forever' }, 1726))),
      'You pay $17.26 / 3 months until you cancel.',
    ],
    [
      checkout({ count: 3 }, taxed(276, off({ duration: 'once' }, 1726))),
      'You pay $17.26 / 3 months while the discount lasts, then $34.51 / 3 months until you cancel.',
    ],
    [
      checkout({}, taxed(276, off({ duration: 'once' }, 1726))),
      'You pay $17.26 today, then $34.51 monthly until you cancel.',
    ],
    [
      checkout({}, taxed(276, off({ duration: 'repeating', durationInMonths: 3 }, 1726))),
      'You pay $17.26 monthly for the first 3 months, then $34.51 monthly until you cancel.',
    ],
    [
      checkout({}, { ...taxed(232, off({ duration: 'once' }, 1450)), taxBehavior: 'inclusive' }),
      'You pay $14.50 today, then $29.00 monthly until you cancel.',
    ],
    [
      checkout({}, taxed(551, { trialEnd, totalAmount: 3451 })),
      'You pay nothing today. On April 15, 2026 your trial ends, and you pay $34.51 / month until you cancel.',
    ],
    [
      checkout({}, taxed(276, { trialEnd, ...off({ duration: 'once' }, 1726) })),
      'You pay nothing today. On April 15, 2026 your trial ends, and you pay $17.26 / month while the discount lasts, then $34.51 / month until you cancel.',
    ],
  ])('is what is charged, with its tax and its discount', (of, note) => {
    expect(chargeNote(of)).toBe(note);
  });

  it.each([
    [
      checkout({ interval: 'week', prices: [metered] }, { amount: 0, totalAmount: 0 }),
      'Nothing is due today. Your usage is charged at the end of each billing period until you cancel.',
    ],
    [
      checkout({ prices: [fixed, metered] }, off({ duration: 'once' }, 1450)),
      'You pay $14.50 today, then $29.00 monthly until you cancel. Usage is charged in addition.',
    ],
    [
      checkout({ interval: 'week', prices: [fixed, metered] }),
      'You pay $29.00 / week until you cancel. Usage is charged in addition.',
    ],
  ])('names what is used, whatever the interval and the discount', (of, note) => {
    expect(chargeNote(of)).toBe(note);
  });

  it('does not promise that nothing follows while the tax is not known', () => {
    expect(chargeNote(checkout({ interval: 'once' }, { taxAmount: null }))).toBe(
      'Taxes may be added, depending on your address.',
    );
  });

  it('stands on the button', () => {
    expect(payLabel(checkout())).toBe('Subscribe for $29.00 / month');
    expect(payLabel(checkout({ interval: 'once' }))).toBe('Pay $29.00');
    expect(payLabel(checkout({}, { totalAmount: 0 }))).toBe('Start subscription');
    expect(payLabel(tooLittle)).toBe('Place order');
  });

  it('is written as the language writes it', async () => {
    await startI18n('de');
    expect(payLabel(checkout()).replaceAll('\u00a0', ' ')).toBe('Abonnieren für 29,00 $ / Monat');
    expect(amountInput(1250, 'usd')).toBe('12,50');
    await startI18n('fr');
    // A week is feminine, and one: nothing in the sentence agrees with it.
    expect(t('summary.trial', { length: length('week', 1), price: '9 €' }).replaceAll('\u00a0', ' ')).toBe(
      '1 semaine d’essai gratuit, puis 9 €',
    );
    await startI18n('ja');
    expect(payLabel(checkout())).toBe('$29.00 / 月で申し込む');
  });
});

describe('a typed amount', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12,50', 1250],
    ['$ 1,234.50', 123450],
    ['1.234,50 $', 123450],
    ['1,234', 123400],
    ['１２', 1200],
    ['.5', 50],
    ['USD 12', 1200],
    ['1 234,50 €', 123450],
    ["1'234.50", 123450],
    ['1e2', null],
    ['12 or 15', null],
    ['12.345.678', 1234567800],
    ['5.555', null],
    ['1.2345', null],
    ['-5', null],
    ['', null],
    ['abc', null],
    ['9'.repeat(40), null],
  ])('%p is %p cents', (typed, cents) => {
    expect(parseAmount(typed, 'usd')).toBe(cents);
  });

  it('is read by the mark that the language has between units and cents', async () => {
    await startI18n('de');
    expect(parseAmount('5.555', 'usd')).toBe(555_500);
    expect(parseAmount('5,555', 'usd')).toBeNull();
    expect(parseAmount('5.50', 'usd')).toBe(550);
  });
});

describe('an address', () => {
  it.each([
    [{ country: 'US', state: 'US-CA', city: 'Oakland', postalCode: '94607' }, 'Oakland, CA 94607'],
    [{ country: 'GB', state: null, city: 'London', postalCode: 'SW1A 1AA' }, 'London SW1A 1AA'],
    [{ country: 'CH', state: 'ZH', city: 'Zürich', postalCode: '8001' }, '8001 Zürich, ZH'],
    [{ country: 'DE', state: null, city: 'Berlin', postalCode: null }, 'Berlin'],
    [{ country: 'BR', state: 'SP', city: 'São Paulo', postalCode: '01310-100' }, 'São Paulo - SP, 01310-100'],
    [{ country: 'IT', state: 'RM', city: 'Roma', postalCode: '00184' }, '00184 Roma RM'],
    [{ country: 'IN', state: 'MH', city: 'Mumbai', postalCode: '400001' }, 'Mumbai, MH 400001'],
    [{ country: 'NZ', state: null, city: 'Auckland', postalCode: '1010' }, 'Auckland 1010'],
    [{ country: 'IE', state: null, city: 'Dublin', postalCode: 'D02 X285' }, 'Dublin D02 X285'],
  ])('of %p names the place as its country does', (place, line) => {
    expect(addressLines({ line1: '1 Bay St', line2: null, ...place })[1]).toBe(line);
  });
});
