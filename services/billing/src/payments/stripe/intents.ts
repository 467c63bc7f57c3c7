/** Payment and setup intents of Stripe: their state, and their cancellation. */
import type { Stripe } from 'stripe';
import type { ChargeResult } from '../processor.ts';
import { isMissing, StripeUnavailable } from './failures.ts';
import { resultOfPayment, resultOfSetup } from './results.ts';

/** Stripe's client with the request options of an account. */
export type Opened = { stripe: Stripe; sent: { apiKey: string } };

/** Makes Stripe include the card in its response. */
export const expand = ['payment_method'];

/** Returns Stripe's response, or throws `StripeUnavailable`. */
export const known = <Value>(answer: Promise<Value>): Promise<Value> =>
  answer.catch((error: unknown) => {
    throw new StripeUnavailable(error);
  });

/** Whether the id is that of a setup intent, which saves a card without a payment. */
const isSetup = (id: string): boolean => id.startsWith('seti_');

/**
 * Returns the current state of a charge. One that has failed is canceled, so that its client secret cannot confirm it
 * later.
 */
export const findCharge = async (opened: Opened, id: string): Promise<ChargeResult | null> => {
  const { stripe, sent } = opened;
  try {
    if (isSetup(id)) return resultOfSetup(await stripe.setupIntents.retrieve(id, { expand }, sent));
    const intent = await stripe.paymentIntents.retrieve(id, { expand }, sent);
    if (intent.status === 'requires_payment_method') await cancelCharge(opened, id);
    return resultOfPayment(intent);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error instanceof StripeUnavailable ? error : new StripeUnavailable(error);
  }
};

/** An intent that has proceeded or is final is left alone. */
export const cancelCharge = async ({ stripe, sent }: Opened, id: string): Promise<void> => {
  try {
    await (isSetup(id)
      ? stripe.setupIntents.cancel(id, {}, sent)
      : stripe.paymentIntents.cancel(id, {}, sent));
  } catch (error) {
    if (isOver(error)) return;
    throw new StripeUnavailable(error);
  }
};

const isOver = (error: unknown): boolean =>
  isMissing(error) || /_intent_unexpected_state$/.test(String((error as { code?: string }).code));
