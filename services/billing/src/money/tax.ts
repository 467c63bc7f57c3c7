/** Tax behind one interface: who sells, what is due, where the customer is. */
import type { Address } from '@tessera/proto/api/billing/address';

export type TaxQuestion = {
  organizationId: string;
  productId: string;
  /** Cents after discount, before tax; above 0. */
  netAmount: number;
  currency: string;
  address: Address;
  /** `[number, format]` of a business. */
  taxId: [string, string] | null;
  /** The same question twice is answered once. */
  idempotencyKey: string;
};

/** `amount` in cents on top of the net amount. Called outside transactions: an answer may come over a network. */
export type Tax = { calculate: (question: TaxQuestion) => Promise<{ amount: number }> };

/** No tax is collected. */
export const createNoTax = (): Tax => ({ calculate: () => Promise.resolve({ amount: 0 }) });
