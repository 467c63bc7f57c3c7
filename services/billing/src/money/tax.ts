/** The interface of tax calculation. */
import type { Address } from '@tessera/proto/api/billing/address';
import type { TaxBehavior, TaxDetails } from '@tessera/proto/api/billing/tax';

export type TaxQuestion = {
  organizationId: string;
  productId: string;
  /** Minor units after discount, above 0. Whether it includes the tax is part of the answer. */
  netAmount: number;
  /** Absent: as the product's prices. */
  behavior?: TaxBehavior;
  currency: string;
  address: Address;
  /** `[number, format]` of a business customer. */
  taxId: [string, string] | null;
  /** A repeated question with the same key gets the same answer. */
  idempotencyKey: string;
};

/** `amount`: minor units. `details` null: the amount was 0, and no tax was calculated. */
export type TaxAnswer = { amount: number; details: TaxDetails | null };

/** The address does not suffice to determine the tax. */
export class UnknownPlace extends Error {}

/** Called outside of transactions, as it may use the network. Throws UnknownPlace if the address does not suffice. */
export type Tax = {
  calculate: (question: TaxQuestion) => Promise<TaxAnswer>;
  /** Absent: the implementation keeps no tax reports. */
  books?: TaxBooks;
};

/** The seller's tax reports at the provider of the calculation. Idempotent: each sale and refund is recorded once. */
export type TaxBooks = {
  /** Returns the transaction's id; null: the account is permanently inaccessible. */
  record: (sale: {
    organizationId: string;
    calculation: { id: string; account: string };
    orderId: string;
  }) => Promise<string | null>;
  /** `amount`: refunded amount including tax, in minor units. */
  reverse: (refund: {
    organizationId: string;
    account: string;
    transaction: string;
    refundId: string;
    amount: number;
  }) => Promise<void>;
};

/** The tax on an amount of 0. */
export const noTax: TaxAnswer = { amount: 0, details: null };

/** The implementation for sellers who collect no tax. */
export const createNoTax = (): Tax => ({
  calculate: () =>
    Promise.resolve({
      amount: 0,
      details: { behavior: 'exclusive', reason: 'not_collecting', lines: [] },
    }),
});

/**
 * Splits an amount after discount: net + tax = total. Inclusive tax is part of the amount, exclusive tax comes on
 * top.
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
