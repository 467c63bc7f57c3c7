/** Tax behind one interface: who sells, what is due, where the customer is. */
import type { Address } from '@tessera/proto/api/billing/address';
import type { TaxDetails } from '@tessera/proto/api/billing/tax';

export type TaxQuestion = {
  organizationId: string;
  productId: string;
  /** Cents after discount, above 0. Whether tax comes on top of it or is in it, the answer says. */
  netAmount: number;
  currency: string;
  address: Address;
  /** `[number, format]` of a business. */
  taxId: [string, string] | null;
  /** The same question twice is answered once. */
  idempotencyKey: string;
};

/** `amount` in cents; `details` null: nothing was due, so that nothing was calculated. */
export type TaxAnswer = { amount: number; details: TaxDetails | null };

/** The place of a customer does not say which tax is due. */
export class UnknownPlace extends Error {}

/** Called outside transactions: an answer may come over a network. Throws UnknownPlace where the address does not suffice. */
export type Tax = {
  calculate: (question: TaxQuestion) => Promise<TaxAnswer>;
  /** Absent: whoever calculates keeps no reports. */
  books?: TaxBooks;
};

/** The seller's tax reports, where whoever calculates keeps them. Each is told once, however often it is called. */
export type TaxBooks = {
  /** Answers the transaction's id; null: the account is out of reach for good. */
  record: (sale: {
    organizationId: string;
    calculation: { id: string; account: string };
    orderId: string;
  }) => Promise<string | null>;
  /** `amount`: what has gone back, tax included. */
  reverse: (refund: {
    organizationId: string;
    account: string;
    transaction: string;
    refundId: string;
    amount: number;
  }) => Promise<void>;
};

/** What nothing is taxed with. */
export const noTax: TaxAnswer = { amount: 0, details: null };

/** No tax is collected. */
export const createNoTax = (): Tax => ({
  calculate: () =>
    Promise.resolve({
      amount: 0,
      details: { behavior: 'exclusive', reason: 'not_collecting', lines: [] },
    }),
});

/**
 * An amount after discount, taken apart: net + tax = total. Tax that the price contains is taken off it, other tax
 * comes on top.
 */
export const withTax = (
  amount: number,
  { taxAmount, taxDetails }: { taxAmount: number | null; taxDetails: TaxDetails | null },
): { netAmount: number; totalAmount: number } => {
  const tax = taxAmount ?? 0;
  return taxDetails?.behavior === 'inclusive'
    ? { netAmount: amount - tax, totalAmount: amount }
    : { netAmount: amount, totalAmount: amount + tax };
};
