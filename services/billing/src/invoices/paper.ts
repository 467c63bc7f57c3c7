/** What a paper shows, in the words and manner of its buyer's language: pure. */
import { createTexts } from '@tessera/kit/texts';
import type { Address } from '@tessera/proto/api/billing/address';
import { sayLine } from '@tessera/proto/api/billing/order-line';
import { placeLine } from '@tessera/proto/api/billing/places';
import type { TaxLine } from '@tessera/proto/api/billing/tax';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import { formatMoney, formatUnitPrice, spread } from '@tessera/proto/api/money';
import { dueAmountOf } from '../orders/due.ts';
import type { OrderItemRow } from '../orders/entity.ts';
import type { FullOrder } from '../orders/view.ts';
import type { RefundRow } from '../refunds/entity.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };
import ja from './locales/ja.json' with { type: 'json' };
import nl from './locales/nl.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import type { PaidPeriod } from './period.ts';

const catalogues: Record<string, typeof en> = { en, de, es, fr, it, ja, nl, pt };
const textsIn = createTexts({ en, ...catalogues });

/** A line of the table; `sum` of the totals is set off. */
export type Line = { label: string; amount: string };

/** `country`: whose letters its lines are written in (ISO 3166, alpha 2); null: not known. */
type Party = { heading: string; lines: string[]; country: string | null };

/** All texts are ready to be drawn. */
export type Paper = {
  language: string;
  title: string;
  facts: [string, string][];
  seller: Party;
  buyer: Party;
  columns: [string, string];
  items: Line[];
  totals: Line[];
  total: Line;
  /** How the total was settled where not all of it was charged. */
  settled: Line[];
  notes: string[];
};

export type PaperFacts = {
  number: string;
  issuedAt: Date;
  /** `legalName`, `address` and `taxId` as far as the seller has given them. */
  seller: {
    name: string;
    email: string | null;
    website: string | null;
    legalName: string | null;
    address: Address | null;
    taxId: TaxId | null;
  };
  taxId: TaxId | null;
  /** Which the order pays for; null: none. */
  period: PaidPeriod | null;
  /** Present on a credit note. */
  refund: RefundRow | null;
  /** A language tag; the paper is in English where its language is not known here. */
  locale: string;
};

/** The manner of dates and money: the tag as it is where its language is known, else that of English. */
const mannerOf = (locale: string): { locale: string; language: string } => {
  try {
    const { language } = new Intl.Locale(locale);
    // The nearest that there is: of tags that buyers may send there is no end, and what writes money is kept for each.
    const { locale: nearest } = new Intl.NumberFormat(locale).resolvedOptions();
    return catalogues[language] ? { locale: nearest, language } : { locale: 'en-US', language: 'en' };
  } catch {
    return { locale: 'en-US', language: 'en' };
  }
};

export const paperOf = (order: FullOrder, facts: PaperFacts): Paper => {
  const { locale, language } = mannerOf(facts.locale);
  const say = textsIn(language);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const day = (date: Date): string => days.format(date);
  const money = (amount: number): string => formatMoney(amount, order.row.currency, { locale });
  const percent = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 4 });
  const unitPrice = (units: string): string => formatUnitPrice(units, order.row.currency, { locale });
  const words = { say, money, unitPrice, percent, number: new Intl.NumberFormat(locale) };
  const { seller, refund, taxId, number, period } = facts;
  const { row, customer } = order;
  return {
    language,
    title: say(refund ? 'creditNote' : 'invoice'),
    facts: [
      [say(refund ? 'creditNoteNumber' : 'invoiceNumber'), number],
      ...(refund ? [[say('ofInvoice'), row.invoiceNumber] as [string, string]] : []),
      [say('issuedOn'), day(facts.issuedAt)],
      refund ? [say('refundedOn'), day(refund.createdAt)] : [say('orderedOn'), day(row.createdAt)],
      ...(period
        ? [[say('period'), days.formatRange(period.start, period.end)] satisfies [string, string]]
        : []),
    ],
    seller: {
      heading: say('from'),
      country: seller.address?.country ?? null,
      lines: sellerLines(seller, { say, language }),
    },
    buyer: {
      heading: say('billedTo'),
      country: row.billingAddress?.country ?? null,
      lines: filled([
        row.billingName,
        ...(row.billingAddress ? addressLines(row.billingAddress, language) : []),
        customer.email,
        taxId && taxIdLine(taxId, say),
      ]),
    },
    columns: [say('description'), say('amount')],
    ...(refund ? credited(order, refund, words) : invoiced(order, words)),
  };
};

type Say = ReturnType<typeof textsIn>;
type Words = {
  say: Say;
  money: (amount: number) => string;
  /** Of whole units of the currency, as decimal text. */
  unitPrice: (units: string) => string;
  percent: Intl.NumberFormat;
  number: Intl.NumberFormat;
};

/** VAT numbers of the Union are called what the law there calls them. */
const taxIdLine = ([number, format]: TaxId, say: Say): string =>
  say(format === 'eu_vat' ? 'vatId' : 'taxId', { number });

const sellerLines = (
  { name, legalName, address, email, website, taxId }: PaperFacts['seller'],
  { say, language }: { say: Say; language: string },
): string[] =>
  filled([
    legalName ?? name,
    ...(address ? addressLines(address, language) : []),
    email,
    website,
    taxId && taxIdLine(taxId, say),
  ]);

/** What the system itself has worded is said in the paper's language. */
export const lineOf = (
  item: Pick<OrderItemRow, 'label' | 'amount' | 'proration'>,
  { say, number, unitPrice }: Pick<Words, 'say' | 'number' | 'unitPrice'>,
): string => sayLine(item, { say, number: (count) => number.format(count), money: unitPrice });

const invoiced = ({ row, items, discount }: FullOrder, words: Words) => ({
  items: items.map((item) => ({ label: lineOf(item, words), amount: words.money(item.amount) })),
  totals: [
    { label: words.say('subtotal'), amount: words.money(row.subtotalAmount) },
    ...(row.discountAmount > 0
      ? [
          {
            label: discount ? words.say('namedDiscount', { name: discount.name }) : words.say('discount'),
            amount: words.money(-row.discountAmount),
          },
        ]
      : []),
    ...taxed(row, row.taxDetails?.lines ?? [], words),
  ],
  total: { label: words.say('total'), amount: words.money(row.totalAmount) },
  settled: settledBy(row, words),
  notes: [...insideNotes(row, words.say), ...taxNotes(row, words.say), words.say('paid')],
});

const credited = ({ row, items }: FullOrder, { amount, taxAmount }: RefundRow, words: Words) => ({
  items: [
    {
      label: words.say('refundOf', { what: items.map((item) => lineOf(item, words)).join(', ') }),
      amount: words.money(-amount),
    },
  ],
  totals: taxed({ netAmount: -amount, taxAmount: -taxAmount }, shareOut(taxAmount, row), words),
  total: { label: words.say('totalCredited'), amount: words.money(-(amount + taxAmount)) },
  settled: [],
  notes: [...taxNotes(row, words.say), words.say('credited')],
});

/** What the customer's credit has paid, or what was left for a later invoice, and what was charged. */
const settledBy = (row: FullOrder['row'], { say, money }: Words): Line[] => {
  const { totalAmount, appliedBalanceAmount: applied } = row;
  if (applied === 0) return [];
  const carried = row.carriedAmount ?? 0;
  const byBalance = applied + carried;
  const label = say(totalAmount > 0 && applied > 0 ? 'brought' : 'balance');
  return [
    ...(byBalance === 0 ? [] : [{ label, amount: money(byBalance) }]),
    ...(carried === 0 ? [] : [{ label: say('carried'), amount: money(-carried) }]),
    { label: say('charged'), amount: money(dueAmountOf(row)) },
  ];
};

/** The tax of each rate with what it is on, also where there is none. */
const taxed = (
  { netAmount, taxAmount }: { netAmount: number; taxAmount: number },
  lines: readonly TaxLine[],
  { say, money, percent }: Words,
): Line[] => {
  const net = { label: say('net'), amount: money(netAmount) };
  if (lines.length === 0) return [net, { label: say('tax'), amount: money(taxAmount) }];
  const taxes = lines.map(({ type, state, percentage, amount }) => {
    const rate = percent.format(percentage as Intl.StringNumericLiteral);
    const values = { type: say(`type.${type}`), percentage: rate, place: state ?? '' };
    return { label: say(state ? 'taxAtPlace' : 'taxAt', values), amount: money(amount) };
  });
  return [net, ...taxes];
};

/** What goes back of each tax, below 0. */
const shareOut = (taxAmount: number, { taxDetails }: FullOrder['row']): TaxLine[] => {
  const lines = taxDetails?.lines ?? [];
  const parts = spread(
    taxAmount,
    lines.map(({ amount }) => amount),
  );
  return lines.map((line, index) => ({ ...line, amount: -(parts[index] ?? 0) }));
};

/** Else nobody could add up what stands above the net amount. */
const insideNotes = ({ taxDetails, taxAmount }: FullOrder['row'], say: Say): string[] =>
  taxDetails?.behavior === 'inclusive' && taxAmount !== 0 ? [say('taxInside')] : [];

/** What the law wants said where no tax was charged. */
const taxNotes = ({ taxDetails }: FullOrder['row'], say: Say): string[] => {
  if (taxDetails?.reason === 'reverse_charge') return [say('reverseCharge')];
  return taxDetails?.reason === 'product_exempt' ? [say('exempt')] : [];
};

const filled = (lines: (string | null | undefined)[]): string[] =>
  lines.flatMap((line) => line?.trim() || []);

/** As letters are addressed: the street, the place, the country by its name. */
const addressLines = (address: Address, language: string): (string | null)[] => {
  const { line1, line2, country } = address;
  const name = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
  return [line1, line2, placeLine(address), name];
};
