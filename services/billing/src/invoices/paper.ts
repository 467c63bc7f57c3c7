/** The content of an invoice or credit note, in the language of the buyer. Pure. */
import { createTexts } from '@tessera/kit/text/texts';
import type { Address } from '@tessera/proto/api/billing/address';
import { addressLines } from '@tessera/proto/api/billing/address-lines';
import { sayLine } from '@tessera/proto/api/billing/order-line';
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
import { invoiceNotes, taxNotes } from './notes.ts';
import type { PaidPeriod } from './period.ts';
import { printedTaxId } from './tax-ids.ts';

const catalogues: Record<string, typeof en> = { en, de, es, fr, it, ja, nl, pt };
const textsIn = createTexts({ en, ...catalogues });

/** A line of the table. */
export type Line = { label: string; amount: string };

/** `country`: whose form of Han letters its lines use (ISO 3166, alpha 2); null: not known. */
type Party = { heading: string; lines: string[]; country: string | null };

/** All texts are formatted, ready to be drawn. */
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
  /** How the total was settled, if it was not charged in full. */
  settled: Line[];
  notes: string[];
  /** A text of the seller, in any script. */
  sellerNote: string | null;
};

export type PaperFacts = {
  number: string;
  issuedAt: Date;
  /** `legalName`, `address` and `taxId` are null if the seller has not entered them. */
  seller: {
    name: string;
    email: string | null;
    website: string | null;
    legalName: string | null;
    address: Address | null;
    taxId: TaxId | null;
    /** Exempt from VAT in the country of the address. */
    isSmallBusiness: boolean;
    /** Printed below all notes. */
    note: string | null;
  };
  taxId: TaxId | null;
  /** The period that the order pays for, or null. */
  period: PaidPeriod | null;
  /** Set for a credit note. */
  refund: RefundRow | null;
  /** A BCP 47 language tag; English if the language is not supported. */
  locale: string;
};

/** The locale of dates and money: the given one if its language is supported, else `en-US`. */
const mannerOf = (locale: string): { locale: string; language: string } => {
  try {
    const { language } = new Intl.Locale(locale);
    // The resolved locale: formatters are cached per locale, and buyers may send any number of different tags.
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
        ...(row.billingAddress ? linesOf(row.billingAddress, language) : []),
        customer.email,
        taxId && taxIdLine(taxId, say),
      ]),
    },
    columns: [say('description'), say('amount')],
    ...(refund ? credited(order, { seller, refund }, words) : invoiced(order, seller, words)),
    sellerNote: seller.note,
  };
};

type Say = ReturnType<typeof textsIn>;
type Words = {
  say: Say;
  money: (amount: number) => string;
  /** `units`: decimal text in major units of the currency. */
  unitPrice: (units: string) => string;
  percent: Intl.NumberFormat;
  number: Intl.NumberFormat;
};

/** VAT numbers of the European Union have a legal name of their own. */
const taxIdLine = (taxId: TaxId, say: Say): string =>
  say(taxId[1] === 'eu_vat' ? 'vatId' : 'taxId', { number: printedTaxId(taxId) });

const sellerLines = (
  { name, legalName, address, email, website, taxId }: PaperFacts['seller'],
  { say, language }: { say: Say; language: string },
): string[] =>
  filled([
    legalName ?? name,
    ...(address ? linesOf(address, language) : []),
    email,
    website,
    taxId && taxIdLine(taxId, say),
  ]);

/** The label of an item; those worded by the system are translated. */
export const lineOf = (
  item: Pick<OrderItemRow, 'label' | 'amount' | 'proration'>,
  { say, number, unitPrice }: Pick<Words, 'say' | 'number' | 'unitPrice'>,
): string => sayLine(item, { say, number: (count) => number.format(count), money: unitPrice });

const invoiced = ({ row, items, discount }: FullOrder, seller: PaperFacts['seller'], words: Words) => ({
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
  notes: invoiceNotes(row, notingSeller(seller), words.say),
});

const notingSeller = ({ address, isSmallBusiness }: PaperFacts['seller']) => ({
  country: address?.country ?? null,
  isSmallBusiness,
});

const credited = (
  { row, items }: FullOrder,
  { seller, refund: { amount, taxAmount } }: { seller: PaperFacts['seller']; refund: RefundRow },
  words: Words,
) => ({
  items: [
    {
      label: words.say('refundOf', { what: items.map((item) => lineOf(item, words)).join(', ') }),
      amount: words.money(-amount),
    },
  ],
  totals: taxed({ netAmount: -amount, taxAmount: -taxAmount }, shareOut(taxAmount, row), words),
  total: { label: words.say('totalCredited'), amount: words.money(-(amount + taxAmount)) },
  settled: [],
  notes: [...taxNotes(row, notingSeller(seller), words.say), words.say('credited')],
});

/** The lines for customer balance used, balance carried over to a later invoice, and the amount charged. */
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

/** The net amount and a line per tax rate, also if the tax is 0. */
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

/** Splits the refunded tax over the tax lines; amounts are negative. */
const shareOut = (taxAmount: number, { taxDetails }: FullOrder['row']): TaxLine[] => {
  const lines = taxDetails?.lines ?? [];
  const parts = spread(
    taxAmount,
    lines.map(({ amount }) => amount),
  );
  return lines.map((line, index) => ({ ...line, amount: -(parts[index] ?? 0) }));
};

const filled = (lines: (string | null | undefined)[]): string[] =>
  lines.flatMap((line) => line?.trim() || []);

const linesOf = (address: Address, language: string): string[] => {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return addressLines(address, (country) => names.of(country) ?? country);
};
