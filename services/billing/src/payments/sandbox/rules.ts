/** Outcomes of cards and tokens in the sandbox. */
import { sha256 } from '@tessera/kit/secrets';
import {
  cardBrand,
  type SandboxOutcome,
  sandboxCards,
  sandboxTokens,
} from '@tessera/proto/api/billing/sandbox';
import type { Card } from '../processor.ts';

/** The place that the sandbox's events name. */
export const sandboxPlace = { organizationId: null, processor: 'sandbox', account: null } as const;

/** States of a charge. `processing` is settled by the worker, according to the charge's outcome. */
export type ChargeStatus = 'requires_action' | 'processing' | 'succeeded' | 'failed';

export const declinedMessage = 'Your card was declined.';
export const failedLaterMessage = 'The payment failed after it was accepted.';
export const deniedMessage = 'The payment could not be authenticated.';
export const askedMessage = 'The bank asks for a confirmation of this payment.';
export const notRefundableMessage = 'There is no such payment to refund.';
export const unknownMethodMessage = 'There is no such saved card.';
export const unknownTokenMessage = 'The confirmation token is invalid or was already used.';

/** Every valid number that is not a test card succeeds. */
export const outcomeOfCard = (number: string): SandboxOutcome => sandboxCards[number] ?? 'success';

/** Distinguishes the cards of a customer. The hash is too short to find the number by brute force. */
export const fingerprintOf = (number: string): string =>
  `${cardBrand(number)}_${number.slice(-4)}_${sha256(number).slice(0, 4)}`;

/**
 * Returns the outcome and card of a well-known token, or undefined for one that was created from a card. Each use
 * counts as another card: it has no fingerprint.
 */
export const knownToken = (token: string): { outcome: SandboxOutcome; card: Card } | undefined => {
  const outcome = Object.hasOwn(sandboxTokens, token) ? sandboxTokens[token] : undefined;
  return outcome && { outcome, card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 } };
};

/** The reason of a final decline; undefined: no particular reason. */
export const reasonOf = (outcome: SandboxOutcome): string | undefined =>
  outcome === 'lost_card' || outcome === 'stolen_card' ? outcome : undefined;

const asks = (outcome: SandboxOutcome): boolean =>
  outcome === 'authentication_required' || outcome === 'always_authenticate';

/** The first state of a charge. `isSetup`: the card is only saved. */
export const firstStatus = (outcome: SandboxOutcome, isSetup: boolean): ChargeStatus => {
  if (outcome === 'declined' || (reasonOf(outcome) && !isSetup)) return 'failed';
  return asks(outcome) ? 'requires_action' : 'processing';
};
