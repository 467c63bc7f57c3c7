/** The content of an invoice or credit note, in the language of the buyer. Pure. */
import type { Address } from '@tessera/proto/api/billing/address';
import { addressLines } from '@tessera/proto/api/billing/address-lines';
import { printedTaxId } from '@tessera/proto/api/billing/printed-tax-id';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import { formatMoney, formatUnitPrice } from '@tessera/proto/api/money';
import type { FullOrder } from '../orders/view.ts';
import type { RefundRow } from '../refunds/entity.ts';
import { credited, invoiced, type Line } from './amounts.ts';
import type { PaidPeriod } from './period.ts';
import { mannerOf, type Say, textsIn } from './words.ts';

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
  const noting = { country: seller.address?.country ?? null, isSmallBusiness: seller.isSmallBusiness };
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
    ...(refund ? credited(order, { seller: noting, refund }, words) : invoiced(order, noting, words)),
    sellerNote: seller.note,
  };
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

const filled = (lines: (string | null | undefined)[]): string[] =>
  lines.flatMap((line) => line?.trim() || []);

const linesOf = (address: Address, language: string): string[] => {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return addressLines(address, (country) => names.of(country) ?? country);
};
