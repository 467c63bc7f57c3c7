/** Payments for other slices: an intent is written before the processor hears of it. */
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { PaymentEntity, type PaymentRow } from './entity.ts';
import type { ChargeRequest } from './processor.ts';

export { claimStuckPayments, findPayment, movePayment, type PaymentRow, unsettled } from './entity.ts';

type Intent = Pick<
  PaymentRow,
  | 'organizationId'
  | 'checkoutId'
  | 'attempt'
  | 'customerId'
  | 'processor'
  | 'confirmationToken'
  | 'amount'
  | 'currency'
>;

/** Writes what is about to be asked of the processor, so that a crash after the asking can be made good. */
export const writeIntent = async (em: EntityManager, now: Date, intent: Intent): Promise<PaymentRow> => {
  const payment: PaymentRow = {
    ...intent,
    id: uuidv7(),
    createdAt: now,
    modifiedAt: null,
    processorId: null,
    idempotencyKey: `${intent.checkoutId}:${intent.attempt}`,
    intentClientSecret: null,
    status: 'pending',
    declineMessage: null,
  };
  await em.insert(PaymentEntity, payment);
  return payment;
};

export const requestOf = (payment: PaymentRow): ChargeRequest => ({
  idempotencyKey: payment.idempotencyKey,
  paymentId: payment.id,
  checkoutId: payment.checkoutId,
  amount: payment.amount,
  currency: payment.currency,
  confirmationToken: payment.confirmationToken,
});
