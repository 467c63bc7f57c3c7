/** The sentences below the totals of an invoice or credit note. Pure. */
import { unionCountries } from '@tessera/proto/api/billing/union';
import type { FullOrder } from '../orders/view.ts';

type Row = FullOrder['row'];
type Text =
  | 'addedToCredit'
  | 'exempt'
  | 'paid'
  | 'reverseCharge'
  | 'smallBusiness'
  | 'smallBusinessLaw'
  | 'taxInside';
type Say = (text: Text, values?: { law: string }) => string;
/** What of the seller decides about notes. `country`: ISO 3166, alpha 2. */
export type NotingSeller = { country: string | null; isSmallBusiness: boolean };

export const invoiceNotes = (row: Row, seller: NotingSeller, say: Say): string[] => [
  ...insideNotes(row, say),
  ...taxNotes(row, seller, say),
  ...outcomeNotes(row, say),
];

/** A note for inclusive tax, without which the items do not add up to the net amount. */
const insideNotes = ({ taxDetails, taxAmount }: Row, say: Say): string[] =>
  taxDetails?.behavior === 'inclusive' && taxAmount !== 0 ? [say('taxInside')] : [];

/** Notes that the law requires where no tax was charged. */
export const taxNotes = (row: Row, seller: NotingSeller, say: Say): string[] => {
  const reason = row.taxDetails?.reason;
  if (reason === 'reverse_charge') return [say('reverseCharge')];
  if (reason === 'product_exempt') return [say('exempt')];
  if (!isSmallBusinessSale(row, seller)) return [];
  const law = smallBusinessLaws[seller.country ?? ''] ?? say('smallBusinessLaw');
  return [say('smallBusiness', { law })];
};

/** Also orders from before the seller has said so; an order that was exempt stays so when the seller no longer is. */
const isSmallBusinessSale = ({ taxDetails, billingAddress }: Row, seller: NotingSeller): boolean =>
  taxDetails?.isSmallBusiness ??
  (seller.isSmallBusiness &&
    taxDetails?.reason === 'not_collecting' &&
    unionCountries.has(billingAddress?.country ?? ''));

/** The laws that exempt small businesses, by country of the seller. Others: the directive of the European Union. */
const smallBusinessLaws: Readonly<Record<string, string>> = {
  AT: '§ 6 Abs. 1 Z 27 UStG',
  BE: 'art. 56bis CTVA/WBTW',
  DE: '§ 19 UStG',
  FR: 'art. 293 B du CGI',
  IT: 'art. 1, commi da 54 a 89, legge n. 190/2014',
  LU: 'art. 57 LTVA',
  NL: 'art. 25 Wet OB 1968',
  PL: 'art. 113 ustawy o VAT',
  PT: 'art. 53.º do CIVA',
};

/** What is carried over is neither paid nor credited; a line of the totals says so. */
const outcomeNotes = ({ totalAmount, carriedAmount }: Row, say: Say): string[] => {
  if (totalAmount < 0) return [say('addedToCredit')];
  return carriedAmount ? [] : [say('paid')];
};
