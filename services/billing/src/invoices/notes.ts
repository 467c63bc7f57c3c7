/** The sentences below the totals of an invoice or credit note. Pure. */
import type { FullOrder } from '../orders/view.ts';

type Row = FullOrder['row'];
type Say = (text: 'addedToCredit' | 'exempt' | 'paid' | 'reverseCharge' | 'taxInside') => string;

export const invoiceNotes = (row: Row, say: Say): string[] => [
  ...insideNotes(row, say),
  ...taxNotes(row, say),
  ...outcomeNotes(row, say),
];

/** A note for inclusive tax, without which the items do not add up to the net amount. */
const insideNotes = ({ taxDetails, taxAmount }: Row, say: Say): string[] =>
  taxDetails?.behavior === 'inclusive' && taxAmount !== 0 ? [say('taxInside')] : [];

/** Notes that the law requires where no tax was charged. */
export const taxNotes = ({ taxDetails }: Row, say: Say): string[] => {
  if (taxDetails?.reason === 'reverse_charge') return [say('reverseCharge')];
  return taxDetails?.reason === 'product_exempt' ? [say('exempt')] : [];
};

/** What is carried over is neither paid nor credited; a line of the totals says so. */
const outcomeNotes = ({ totalAmount, carriedAmount }: Row, say: Say): string[] => {
  if (totalAmount < 0) return [say('addedToCredit')];
  return carriedAmount ? [] : [say('paid')];
};
