/** Makes and finds refunds, and detaches cards. */
import { isDispute } from '@tessera/proto/api/billing/refund';
import type { RefundRequest, RefundResult } from '../processor.ts';
import { resultOfDispute } from './disputes.ts';
import { refusalOf, StripeUnavailable } from './failures.ts';
import { known, type Opened } from './intents.ts';
import { resultOfRefund } from './results.ts';

/** Makes a refund. Throws `StripeUnavailable` if its outcome is unknown. */
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
    // A rejected key says nothing about the money: the request is repeated.
    if (refusal.reason === 'account_unavailable') throw new StripeUnavailable(error);
    return { status: 'failed', processorId: null, message: refusal.reason ?? refusal.message };
  }
};

/** Returns the state of a refund, or of a dispute. Throws `StripeUnavailable`. */
export const findRefund = async ({ stripe, sent }: Opened, id: string): Promise<RefundResult> =>
  isDispute(id)
    ? resultOfDispute(await known(stripe.disputes.retrieve(id, {}, sent)))
    : resultOfRefund(await known(stripe.refunds.retrieve(id, {}, sent)));

/** Detaches a card from its customer. */
export const detachMethod = async ({ stripe, sent }: Opened, methodId: string): Promise<void> => {
  try {
    await stripe.paymentMethods.detach(methodId, {}, sent);
  } catch (error) {
    // The method does not exist, or is no longer attached to a customer.
    const refusal = refusalOf(error);
    if (refusal.reason === 'account_unavailable') throw new StripeUnavailable(error);
  }
};
