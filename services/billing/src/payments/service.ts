/** Payments for other slices: an intent is written before the processor hears of it. */
import { insertRowsAtCommit } from '@tessera/kit/rows-at-commit';
import { type EntityManager, IsNull, MoreThan } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { PaymentEntity, type PaymentRefundReason, type PaymentRow } from './entity.ts';
import type { Paid } from './handlers.ts';
import { type PaymentPlace, placeOf } from './place.ts';
import type { Card, ChargeResult, PaymentProcessor, RefundRequest } from './processor.ts';
import type { PaymentSource, Purpose } from './purpose.ts';

export {
  findPayment,
  findPaymentOfOrder,
  findPaymentsOfOrders,
  lockPayments,
  movePayment,
  movePayments,
  type PaymentRow,
  type PaymentStatus,
  unsettled,
} from './entity.ts';

type Intent = Pick<
  PaymentRow,
  'attempt' | 'productPriceId' | 'idempotencyKey' | 'amount' | 'currency' | 'keepsMethod' | 'customerEmail'
> & {
  place: PaymentPlace;
  purpose: Purpose;
  source: PaymentSource;
  card?: Card | undefined;
  /** The processor's own id of the customer, where it keeps methods for them already. */
  processorCustomerId?: string | null;
};

/** Writes what is about to be asked of the processor, so that a crash after the asking can be made good. */
export const writeIntent = async (em: EntityManager, now: Date, intent: Intent): Promise<PaymentRow> => {
  const { place, purpose, source, card, processorCustomerId = null, ...facts } = intent;
  const payment: PaymentRow = {
    ...facts,
    ...placeOf(place),
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
    processorCustomerId,
    intentClientSecret: null,
    status: 'pending',
    declineReason: null,
    declineMessage: null,
    orderId: null,
    cardBrand: null,
    cardLast4: null,
    cardExpMonth: null,
    cardExpYear: null,
    cardWallet: null,
    cardFingerprint: null,
    ...cardChanges(card),
    refundStatus: null,
    refundReason: null,
    refundProcessorId: null,
    refundedAt: null,
  };
  await insertRowsAtCommit(em, PaymentEntity, [payment]);
  return payment;
};

export const purposeOf = ({ purposeKind: kind, purposeId: id }: PaymentRow): Purpose => ({ kind, id });

/** Asks the processor for what a payment says: to save a card, or to charge one. */
export const askFor = async (processor: PaymentProcessor, payment: PaymentRow): Promise<ChargeResult> => {
  const { id: paymentId, amount, confirmationToken, paymentMethodId } = payment;
  const { idempotencyKey, currency, createdAt: askedAt, customerEmail, processorCustomerId } = payment;
  const request = {
    place: placeOf(payment),
    idempotencyKey,
    askedAt,
    paymentId,
    purpose: purposeOf(payment),
    currency,
    customerEmail,
    processorCustomerId,
  };
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
export const cardChanges = (card: Card | undefined) =>
  card
    ? {
        cardBrand: card.brand,
        cardLast4: card.last4,
        cardExpMonth: card.expMonth ?? null,
        cardExpYear: card.expYear ?? null,
        cardWallet: card.wallet ?? null,
        cardFingerprint: card.fingerprint ?? null,
      }
    : {};

/** What a payment's row says of what it is made with, where the processor tells. */
export const madeWithChanges = ({
  card,
  processorCustomerId,
}: Pick<Paid, 'card' | 'processorCustomerId'>) => ({
  ...cardChanges(card),
  ...(processorCustomerId != null && { processorCustomerId }),
});

/** What a payment's row says once its charge has gone through. */
export const paidChanges = (now: Date, { processorId, methodId, ...madeWith }: Paid) => ({
  status: 'succeeded' as const,
  processorId,
  modifiedAt: now,
  ...madeWithChanges(madeWith),
  ...(methodId !== null && { paymentMethodId: methodId }),
});

/** What a payment's row says once its charge has failed; `message` is for the customer. */
export const failedChanges = (now: Date, payment: PaymentRow, message: string) => ({
  status: 'failed' as const,
  processorId: payment.processorId,
  declineReason: payment.declineReason ?? 'card_declined',
  declineMessage: message,
  cardBrand: payment.cardBrand,
  cardLast4: payment.cardLast4,
  cardExpMonth: payment.cardExpMonth,
  cardExpYear: payment.cardExpYear,
  cardWallet: payment.cardWallet,
  cardFingerprint: payment.cardFingerprint,
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
    place: placeOf(payment),
    idempotencyKey: `${payment.idempotencyKey}:refund`,
    refundId: null,
    processorId: payment.processorId,
    amount: payment.amount,
  };
};

/** Notes under which id the processor works on a refund that it has taken on. */
export const acceptRefund = async (
  em: EntityManager,
  paymentId: string,
  processorId: string,
): Promise<void> => {
  await em.update(
    PaymentEntity,
    { id: paymentId, refundStatus: 'pending' },
    { refundProcessorId: processorId },
  );
};
