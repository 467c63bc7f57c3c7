/** Payments for other slices: an intent is written before the processor hears of it. */
import type { CardMetadata } from '@tessera/proto/api/billing/payment';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { PaymentEntity, type PaymentRefundReason, type PaymentRow } from './entity.ts';
import type { Paid } from './handlers.ts';
import type { ChargeResult, PaymentProcessor, RefundRequest } from './processor.ts';
import type { PaymentSource, Purpose } from './purpose.ts';

export {
  findPayment,
  findPaymentOfOrder,
  findSavedMethod,
  movePayment,
  type PaymentRow,
  type PaymentStatus,
  unsettled,
} from './entity.ts';

type Intent = Pick<
  PaymentRow,
  | 'organizationId'
  | 'attempt'
  | 'productPriceId'
  | 'processor'
  | 'idempotencyKey'
  | 'amount'
  | 'currency'
  | 'keepsMethod'
  | 'customerEmail'
> & { purpose: Purpose; source: PaymentSource; card?: CardMetadata | undefined };

/** Writes what is about to be asked of the processor, so that a crash after the asking can be made good. */
export const writeIntent = async (em: EntityManager, now: Date, intent: Intent): Promise<PaymentRow> => {
  const { purpose, source, card, ...facts } = intent;
  const payment: PaymentRow = {
    ...facts,
    id: uuidv7(),
    createdAt: now,
    modifiedAt: null,
    purposeKind: purpose.kind,
    purposeId: purpose.id,
    checkoutId: purpose.kind === 'checkout' ? purpose.id : null,
    confirmationToken: 'token' in source ? source.token : null,
    paymentMethodId: 'methodId' in source ? source.methodId : null,
    customerId: null,
    processorId: null,
    intentClientSecret: null,
    status: 'pending',
    declineReason: null,
    declineMessage: null,
    orderId: null,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    refundStatus: null,
    refundReason: null,
    refundProcessorId: null,
    refundedAt: null,
  };
  await em.insert(PaymentEntity, payment);
  return payment;
};

export const purposeOf = ({ purposeKind: kind, purposeId: id }: PaymentRow): Purpose => ({ kind, id });

/** Asks the processor for what a payment says: to save a card, or to charge one. */
export const askFor = async (processor: PaymentProcessor, payment: PaymentRow): Promise<ChargeResult> => {
  const { id: paymentId, idempotencyKey, amount, currency, confirmationToken, paymentMethodId } = payment;
  const request = { idempotencyKey, paymentId, purpose: purposeOf(payment), currency };
  if (confirmationToken === null) {
    if (paymentMethodId === null) throw new Error(`payment ${paymentId} has nothing to be made with`);
    return processor.chargeSaved({ ...request, amount, methodId: paymentMethodId });
  }
  // Nothing is due now, but later: the card is only kept.
  return payment.purposeKind === 'card_setup' || (amount === 0 && payment.keepsMethod)
    ? processor.saveMethod({ ...request, confirmationToken })
    : processor.charge({ ...request, amount, confirmationToken, keepsMethod: payment.keepsMethod });
};

/** What a payment's row says of the card, where the processor tells. */
export const cardChanges = (card: CardMetadata | undefined) =>
  card ? { cardBrand: card.brand, cardLast4: card.last4 } : {};

/** What a payment's row says once its charge has gone through. */
export const paidChanges = (now: Date, { processorId, methodId, card }: Paid) => ({
  status: 'succeeded' as const,
  processorId,
  modifiedAt: now,
  ...cardChanges(card),
  ...(methodId !== null && { paymentMethodId: methodId }),
});

/** What a payment's row says once its charge has failed; `message` is for the customer. */
export const failedChanges = (now: Date, payment: PaymentRow, message: string) => ({
  status: 'failed' as const,
  declineReason: 'card_declined',
  declineMessage: message,
  cardBrand: payment.cardBrand,
  cardLast4: payment.cardLast4,
  modifiedAt: now,
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

/** Payments for a purpose that are to go back. */
export const findOwedRefunds = (em: EntityManager, { kind, id }: Purpose): Promise<PaymentRow[]> =>
  em.findBy(PaymentEntity, { purposeKind: kind, purposeId: id, refundStatus: 'pending' });

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
    refundId: null,
    processorId: payment.processorId,
    amount: payment.amount,
  };
};

/** Names the customer of a payment that has succeeded, and the order that it has paid. */
export const namePurchase = async (
  em: EntityManager,
  paymentId: string,
  purchase: { customerId: string; orderId: string },
): Promise<void> => {
  await em.update(PaymentEntity, { id: paymentId }, purchase);
};
