/** Maps Stripe's objects to our types; pure functions. */
import type { RefundReason } from '@tessera/proto/api/billing/enums';
import type { Stripe } from 'stripe';
import type { Card, ChargeResult, RefundResult } from '../processor.ts';

const failedMessage = 'The payment failed.';
const canceledMessage = 'The payment was not completed in time.';

/** The id of an expandable field. */
export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

/** The card of a payment method, if Stripe has expanded it. */
export const cardOf = (method: string | Stripe.PaymentMethod | null | undefined): Card | undefined => {
  const card = typeof method === 'object' ? method?.card : undefined;
  if (!card) return undefined;
  return {
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    wallet: card.wallet?.type,
    fingerprint: card.fingerprint ?? undefined,
  };
};

/** The state of a payment intent. A method is saved once its payment has succeeded. */
export const resultOfPayment = (intent: Stripe.PaymentIntent): ChargeResult => {
  const keeps = intent.setup_future_usage !== null && intent.setup_future_usage !== undefined;
  return resultOf(intent, {
    isDone: intent.status === 'succeeded',
    methodId: keeps ? idOf(intent.payment_method) : null,
    error: intent.last_payment_error,
  });
};

/** The state of a setup intent. */
export const resultOfSetup = (intent: Stripe.SetupIntent): ChargeResult =>
  resultOf(intent, {
    isDone: intent.status === 'succeeded',
    methodId: idOf(intent.payment_method),
    error: intent.last_setup_error,
  });

type Intent = Pick<
  Stripe.PaymentIntent | Stripe.SetupIntent,
  'id' | 'status' | 'client_secret' | 'customer' | 'payment_method'
>;
type Facts = {
  isDone: boolean;
  methodId: string | null;
  error: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError | null;
};

const resultOf = (intent: Intent, { isDone, methodId, error }: Facts): ChargeResult => {
  const { id: processorId, status, client_secret: intentClientSecret } = intent;
  const card = cardOf(intent.payment_method) ?? cardOf(error?.payment_method);
  const madeWith = { processorCustomerId: idOf(intent.customer), ...(card && { card }) };
  if (isDone) return { ...madeWith, status: 'succeeded', processorId, methodId };
  if (status === 'requires_action' && intentClientSecret !== null)
    return { ...madeWith, status: 'requires_action', processorId, intentClientSecret };
  if (status === 'canceled')
    return { ...madeWith, status: 'failed', processorId, message: canceledMessage, reason: 'canceled' };
  if (status === 'requires_payment_method')
    return {
      ...madeWith,
      status: 'failed',
      processorId,
      message: error?.message ?? failedMessage,
      reason: error?.decline_code || error?.code || 'card_declined',
    };
  return { ...madeWith, status: 'processing', processorId };
};

export const resultOfRefund = ({ id: processorId, status, failure_reason }: Stripe.Refund): RefundResult => {
  if (status === 'succeeded') return { status: 'succeeded', processorId };
  if (status === 'failed' || status === 'canceled')
    return { status: 'failed', processorId, message: failure_reason ?? status };
  return { status: 'pending', processorId };
};

/** The reason that a seller chose for a refund made at Stripe. */
export const reasonOfRefund = ({ reason }: Stripe.Refund): RefundReason => {
  switch (reason) {
    case 'requested_by_customer':
      return 'customer_request';
    case 'duplicate':
      return 'duplicate';
    case 'fraudulent':
      return 'fraudulent';
    default:
      return 'other';
  }
};
