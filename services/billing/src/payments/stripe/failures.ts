/**
 * Maps Stripe's errors: a decline is a result; an error that leaves the outcome unknown is thrown without its
 * details.
 */
import { Stripe } from 'stripe';
import type { Card, ChargeResult } from '../processor.ts';
import { cardOf } from './results.ts';

type Failed = Extract<ChargeResult, { status: 'failed' }>;

const unusable = 'The payment could not be made with this card. Nothing was charged.';
const closed = 'This shop cannot take payments at the moment. Nothing was charged.';

/**
 * Stripe's errors carry requests, responses and client secrets; this one carries only the kind of error, so that it
 * may be logged. `isServerError`: Stripe failed with a 5xx, and repeats that response for the same key.
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

/** Maps an error to a failed charge. Throws `StripeUnavailable` if the outcome is unknown. */
export const refusalOf = (error: unknown): Failed => {
  if (error instanceof Stripe.errors.StripeCardError) {
    const { payment_intent: intent, setup_intent: setup, payment_method: method } = error;
    // Stripe sends empty strings for missing codes.
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
  // 409: another request with this key is in progress or had different parameters; its outcome is not known here.
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)
    return {
      status: 'failed',
      processorId: null,
      message: unusable,
      reason: error.code || 'invalid_request',
    };
  throw new StripeUnavailable(error);
};

/** Returns whether Stripe does not accept the key, or not for this operation. */
export const isKeyRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

/** Returns whether the object does not exist at Stripe, or not in this account. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

const withCard = (card: Card | undefined) => (card ? { card } : {});
