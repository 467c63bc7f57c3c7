/** Between the two transactions: the processor is asked, and its answer is written down. */
import { transact } from '@tessera/kit/outbox';
import { checkoutUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import type { ChargeResult, PaymentEvent } from '../../payments/processor.ts';
import { findPayment, movePayment, type PaymentRow, requestOf } from '../../payments/service.ts';
import { type CheckoutRow, findCheckout } from '../entity.ts';
import { noteCheckout } from '../note.ts';
import { type Surroundings, surround, tellCheckout } from '../view.ts';
import { reopenCheckout, settleCheckout, settleLatePayment } from './settle.ts';

/** The confirmed checkout, where the caller has it at hand. */
type Known = { row: CheckoutRow; around: Surroundings };
type Accepted = Exclude<ChargeResult, { status: 'failed' }>;

/**
 * Charges by the payment's idempotency key, so that a repetition after a crash charges nobody twice. Null: nobody
 * knows what became of it; the sweeper asks again.
 */
export const chargeCheckout = async (
  billing: Billing,
  payment: PaymentRow,
  known?: Known,
): Promise<ChargeResult | null> => {
  const result = await billing.payments.charge(requestOf(payment)).catch((error: unknown) => {
    billing.log.warn({ err: error, paymentId: payment.id }, 'the payment processor did not answer');
    return null;
  });
  if (result) await takeResult(billing, { payment, result, known });
  return result;
};

/** Carries a charge's state over to payment and checkout. Safe to repeat. */
export const takeResult = async (
  billing: Billing,
  { payment, result, known }: { payment: PaymentRow; result: ChargeResult; known?: Known | undefined },
): Promise<void> => {
  const { id: paymentId, checkoutId } = payment;
  if (result.status === 'failed')
    return reopenCheckout(billing, { checkoutId, paymentId, message: result.message });
  if (result.status === 'succeeded')
    return settleCheckout(billing, { checkoutId, paymentId, processorId: result.processorId });
  await acceptCharge(billing, { payment, result, known });
};

/** Partners hear of the confirmation once the processor has accepted the charge. */
const acceptCharge = async (
  billing: Billing,
  { payment, result, known }: { payment: PaymentRow; result: Accepted; known: Known | undefined },
): Promise<void> => {
  const { row, around } = known ?? (await know(billing, payment.checkoutId));
  const isAccepted = await transact(billing.db, async (em) => {
    const moved = await movePayment(
      em,
      { id: payment.id, from: ['pending'] },
      {
        status: result.status === 'requires_action' ? 'requires_action' : 'processing',
        processorId: result.processorId,
        intentClientSecret: result.status === 'requires_action' ? result.intentClientSecret : null,
        modifiedAt: billing.now(),
      },
    );
    if (moved) await tellCheckout(em, checkoutUpdated, { row: { ...row, status: 'confirmed' }, around });
    return moved;
  });
  if (isAccepted) noteCheckout(billing, row.id);
};

const know = async (billing: Billing, checkoutId: string): Promise<Known> => {
  const row = await findCheckout(billing.db.manager, { id: checkoutId });
  if (!row) throw new Error(`checkout ${checkoutId} is gone`);
  return { row, around: await surround(billing, billing.db.manager, [row]) };
};

/** What the processor tells later. Comes at least once, in any order; a listener that throws is told again. */
export const takePaymentEvent = async (billing: Billing, event: PaymentEvent): Promise<void> => {
  const payment = await findPayment(billing.db.manager, event.paymentId);
  if (!payment) {
    billing.log.error({ paymentId: event.paymentId }, 'the processor tells of a payment that is not ours');
    return;
  }
  const { checkoutId, id: paymentId } = payment;
  const { processorId } = event;
  if (event.status === 'succeeded')
    return payment.status === 'failed'
      ? settleLatePayment(billing, payment, processorId)
      : settleCheckout(billing, { checkoutId, paymentId, processorId });
  if (event.status === 'failed')
    return reopenCheckout(billing, {
      checkoutId,
      paymentId,
      message: event.message ?? 'The payment failed.',
    });
  await movePayment(
    billing.db.manager,
    { id: paymentId, from: ['requires_action'] },
    { status: 'processing' },
  );
};
