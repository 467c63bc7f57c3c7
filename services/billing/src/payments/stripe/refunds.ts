/** Giving money back, and forgetting cards. */
import type { RefundRequest, RefundResult } from '../processor.ts';
import { refusalOf, StripeUnavailable } from './failures.ts';
import type { Opened } from './intents.ts';
import { resultOfRefund } from './results.ts';

/** Gives money back. Throws `StripeUnavailable` where nobody knows what became of it. */
export const refund = async (
  { idempotencyKey, refundId, processorId, amount, place }: RefundRequest,
  { stripe, sent }: Opened,
): Promise<RefundResult> => {
  try {
    const made = await stripe.refunds.create(
      {
        payment_intent: processorId,
        amount,
        metadata: {
          tessera_organization: place.organizationId,
          ...(refundId !== null && { tessera_refund: refundId }),
        },
      },
      { ...sent, idempotencyKey },
    );
    return resultOfRefund(made);
  } catch (error) {
    const refusal = refusalOf(error);
    // A key that is not taken says nothing of the money: it is asked again.
    if (refusal.reason === 'account_unavailable') throw new StripeUnavailable(error);
    return { status: 'failed', processorId: null, message: refusal.reason ?? refusal.message };
  }
};

/** Takes a card from its customer. */
export const detachMethod = async ({ stripe, sent }: Opened, methodId: string): Promise<void> => {
  try {
    await stripe.paymentMethods.detach(methodId, {}, sent);
  } catch (error) {
    // Not there, or not a customer's any more.
    const refusal = refusalOf(error);
    if (refusal.reason === 'account_unavailable') throw new StripeUnavailable(error);
  }
};
