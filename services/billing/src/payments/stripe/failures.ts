/** What Stripe's refusals mean: a decline is an answer, anything else that nobody knows is thrown without its details. */
import { Stripe } from 'stripe';
import type { Card, ChargeResult } from '../processor.ts';
import { cardOf } from './results.ts';

type Failed = Extract<ChargeResult, { status: 'failed' }>;

const unusable = 'The payment could not be made with this card. Nothing was charged.';
const closed = 'This shop cannot take payments at the moment. Nothing was charged.';

/**
 * Stripe's errors carry requests, replies and client secrets: what is thrown on names only the kind, so that it may be
 * logged. `isServerError`: Stripe itself failed, and goes on answering so under the same key.
 */
export class StripeUnavailable extends Error {
  override name = 'StripeUnavailable';
  readonly isServerError: boolean;

  constructor(error: unknown) {
    super(summaryOf(error));
    this.isServerError = error instanceof Stripe.errors.StripeAPIError;
  }
}

const summaryOf = (error: unknown): string => {
  if (!(error instanceof Stripe.errors.StripeError))
    return error instanceof Error ? error.message : 'unknown';
  const { type, code, statusCode, requestId } = error;
  return [type, code, statusCode, requestId].filter(Boolean).join(' ');
};

/** A charge that Stripe has refused. Throws `StripeUnavailable` where nobody knows what became of it. */
export const refusalOf = (error: unknown): Failed => {
  if (error instanceof Stripe.errors.StripeCardError) {
    const { payment_intent: intent, setup_intent: setup, payment_method: method } = error;
    // What it does not say is empty text.
    return {
      status: 'failed',
      processorId: intent?.id ?? setup?.id ?? null,
      message: error.message,
      reason: error.decline_code || error.code || 'card_declined',
      ...withCard(cardOf(method)),
    };
  }
  if (isKeyRefused(error))
    return { status: 'failed', processorId: null, message: closed, reason: 'account_unavailable' };
  // Another request under this key is under way, or had other contents: what that one led to is not known here.
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)
    return {
      status: 'failed',
      processorId: null,
      message: unusable,
      reason: error.code || 'invalid_request',
    };
  throw new StripeUnavailable(error);
};

/** Whether Stripe does not take the key, or not for this. */
export const isKeyRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

/** Whether there is no such thing at Stripe, or not in this account. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

const withCard = (card: Card | undefined) => (card ? { card } : {});
