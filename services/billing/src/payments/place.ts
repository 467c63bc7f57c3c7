/** Where a payment is made: the organization, the processor, and the account at it. */

export type ProcessorName = 'sandbox' | 'stripe' | 'none';

/** `account`: the processor's account id (`acct_…`); null: the processor has no accounts. */
export type PaymentPlace = { organizationId: string; processor: ProcessorName; account: string | null };

/** Whether a place moves real money, is in test mode, or is no longer reachable. */
export type PlaceState = 'live' | 'test' | 'gone';

/** The place of an organization's next payment, with what its checkout page needs to talk to the processor. */
export type ChosenPlace = PaymentPlace & { publicFacts: Record<string, string> };

/** The place of a row. */
export const placeOf = ({ organizationId, processor, account }: PaymentPlace): PaymentPlace => ({
  organizationId,
  processor,
  account,
});
