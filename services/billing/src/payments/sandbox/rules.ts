/** What the sandbox makes of a card or a token. */
import { sha256 } from '@tessera/kit/secrets';
import {
  cardBrand,
  type SandboxOutcome,
  sandboxCards,
  sandboxTokens,
} from '@tessera/proto/api/billing/sandbox';
import type { Card } from '../processor.ts';

/** Where the sandbox tells from. */
export const sandboxPlace = { organizationId: null, processor: 'sandbox', account: null } as const;

/** States of a charge. `processing` will be settled by the worker, by its outcome. */
export type ChargeStatus = 'requires_action' | 'processing' | 'succeeded' | 'failed';

export const declinedMessage = 'Your card was declined.';
export const failedLaterMessage = 'The payment failed after it was accepted.';
export const deniedMessage = 'The payment could not be authenticated.';
export const notRefundableMessage = 'There is no such payment to refund.';
export const unknownMethodMessage = 'There is no such saved card.';
export const unknownTokenMessage = 'The confirmation token is invalid or was already used.';

/** Any valid number that is not a test card pays without trouble. */
export const outcomeOfCard = (number: string): SandboxOutcome => sandboxCards[number] ?? 'success';

/** Tells one customer's cards apart. Too little of the number's hash to find the number by trying them all. */
export const fingerprintOf = (number: string): string =>
  `${cardBrand(number)}_${number.slice(-4)}_${sha256(number).slice(0, 4)}`;

/**
 * What a well-known token stands for, or undefined for one that was made from a card. Each use is another card: it has no
 * fingerprint.
 */
export const knownToken = (token: string): { outcome: SandboxOutcome; card: Card } | undefined => {
  const outcome = Object.hasOwn(sandboxTokens, token) ? sandboxTokens[token] : undefined;
  return outcome && { outcome, card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 } };
};

/** Why a failed charge was declined for good; undefined: for no particular reason. */
export const reasonOf = (outcome: SandboxOutcome): string | undefined =>
  outcome === 'lost_card' || outcome === 'stolen_card' ? outcome : undefined;

/** How a charge begins. `isSetup`: the card is only kept. */
export const firstStatus = (outcome: SandboxOutcome, isSetup: boolean): ChargeStatus => {
  if (outcome === 'declined' || (reasonOf(outcome) && !isSetup)) return 'failed';
  return outcome === 'authentication_required' ? 'requires_action' : 'processing';
};
