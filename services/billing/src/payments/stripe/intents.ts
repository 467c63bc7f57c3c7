/** Stripe's intents: how a charge, or the keeping of a card, stands, and giving one up. */
import type { Stripe } from 'stripe';
import type { ChargeResult } from '../processor.ts';
import { isMissing, StripeUnavailable } from './failures.ts';
import { resultOfPayment, resultOfSetup } from './results.ts';

/** Stripe's client, and what each request of an account is sent with. */
export type Opened = { stripe: Stripe; sent: { apiKey: string } };

/** Has Stripe tell the card with its answer. */
export const expand = ['payment_method'];

/** Its answer, or `StripeUnavailable`. */
export const known = <Value>(answer: Promise<Value>): Promise<Value> =>
  answer.catch((error: unknown) => {
    throw new StripeUnavailable(error);
  });

/** What Stripe calls a card that is kept without a payment. */
const isSetup = (id: string): boolean => id.startsWith('seti_');

/** How a charge stands now. One that has failed cannot be confirmed any more by whoever holds its client secret. */
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

/** One that has gone on, or is over, is left alone. */
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
