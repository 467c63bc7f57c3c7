/** Payments for other slices: an intent is written before the processor hears of it. */
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { PaymentEntity, type PaymentRefundReason, type PaymentRow } from './entity.ts';
import type { ChargeRequest, RefundRequest } from './processor.ts';

export {
  claimStuckPayments,
  claimStuckRefunds,
  findPayment,
  movePayment,
  type PaymentRefundReason,
  type PaymentRow,
  unsettled,
} from './entity.ts';

type Intent = Pick<
  PaymentRow,
  | 'organizationId'
  | 'checkoutId'
  | 'attempt'
  | 'productPriceId'
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
    customerId: null,
    processorId: null,
    idempotencyKey: `${intent.checkoutId}:${intent.attempt}`,
    intentClientSecret: null,
    status: 'pending',
    declineMessage: null,
    refundStatus: null,
    refundReason: null,
    refundProcessorId: null,
    refundedAt: null,
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

/** Writes down, in the transaction that decides it, that a payment goes back. Answers whether there is anything to pay back. */
export const writeRefund = async (
  em: EntityManager,
  now: Date,
  { paymentId, reason }: { paymentId: string; reason: PaymentRefundReason },
): Promise<boolean> => {
  const { affected } = await em
    .createQueryBuilder()
    .update(PaymentEntity)
    .set({ refundStatus: 'pending', refundReason: reason, modifiedAt: now })
    .where({ id: paymentId, status: 'succeeded', refundStatus: IsNull(), amount: MoreThan(0) })
    .execute();
  return affected === 1;
};

/** Payments of a checkout that are to go back. */
export const findOwedRefunds = (em: EntityManager, checkoutId: string): Promise<PaymentRow[]> =>
  em.findBy(PaymentEntity, { checkoutId, refundStatus: 'pending' });

/** Writes down what became of a refund. Answers whether it was awaited. */
export const endRefund = async (
  em: EntityManager,
  now: Date,
  refund: { paymentId: string; status: 'succeeded' | 'failed'; processorId: string | null },
): Promise<boolean> => {
  const { affected } = await em.update(
    PaymentEntity,
    { id: refund.paymentId, refundStatus: 'pending' },
    { refundStatus: refund.status, refundProcessorId: refund.processorId, refundedAt: now, modifiedAt: now },
  );
  return affected === 1;
};

/** What a processor is asked for a payment that goes back. Its key never pays back twice. */
export const refundRequestOf = (payment: PaymentRow): RefundRequest => {
  if (!payment.processorId) throw new Error(`payment ${payment.id} has no charge to pay back`);
  return {
    idempotencyKey: `${payment.idempotencyKey}:refund`,
    processorId: payment.processorId,
    amount: payment.amount,
  };
};

/** Names the customer of a payment that has succeeded. */
export const nameCustomer = async (
  em: EntityManager,
  paymentId: string,
  customerId: string,
): Promise<void> => {
  await em.update(PaymentEntity, { id: paymentId }, { customerId });
};
