/** Where a payment is made: for whom, with which processor, and in which of its accounts. */

export type ProcessorName = 'sandbox' | 'stripe' | 'none';

/** `account`: the processor's own id of the account (`acct_…`); null: the processor has none. */
export type PaymentPlace = { organizationId: string; processor: ProcessorName; account: string | null };

/** Whether money moves at a place, none does, or it cannot be reached any more. */
export type PlaceState = 'live' | 'test' | 'gone';

/** Where the next payment of an organization goes, and what its checkout page must know to talk to the processor. */
export type ChosenPlace = PaymentPlace & { publicFacts: Record<string, string> };

/** The place that a row names. */
export const placeOf = ({ organizationId, processor, account }: PaymentPlace): PaymentPlace => ({
  organizationId,
  processor,
  account,
});
