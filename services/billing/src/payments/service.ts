/** Payments for other folders: an intent is written before it is sent to the processor. */
import { insertRowsAtCommit } from '@tessera/kit/database/rows-at-commit';
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
  /** The processor's id of the customer, if it already saves methods for them. */
  processorCustomerId?: string | null;
  /** With a saved method. Default: false. */
  isCustomerPresent?: boolean;
};

/** Writes what is about to be requested of the processor, so that a crash after the request can be recovered from. */
export const writeIntent = async (em: EntityManager, now: Date, intent: Intent): Promise<PaymentRow> => {
  const {
    place,
    purpose,
    source,
    card,
    processorCustomerId = null,
    isCustomerPresent = false,
    ...facts
  } = intent;
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
    isCustomerPresent,
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

/** Sends a payment's request to the processor: to save a card, or to charge one. */
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
    const { isCustomerPresent } = payment;
    return processor.chargeSaved({ ...request, amount, methodId: paymentMethodId, isCustomerPresent });
  }
  // Nothing is due now, but later: the card is only saved.
  return payment.purposeKind === 'card_setup' || (amount === 0 && payment.keepsMethod)
    ? processor.saveMethod({ ...request, confirmationToken })
    : processor.charge({ ...request, amount, confirmationToken, keepsMethod: payment.keepsMethod });
};

/** The columns of a payment's card, where the processor reports it. */
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

/** The columns of a payment's card and processor customer, where the processor reports them. */
export const madeWithChanges = ({
  card,
  processorCustomerId,
}: Pick<Paid, 'card' | 'processorCustomerId'>) => ({
  ...cardChanges(card),
  ...(processorCustomerId != null && { processorCustomerId }),
});

/** The columns of a payment whose charge has succeeded. */
export const paidChanges = (now: Date, { processorId, methodId, ...madeWith }: Paid) => ({
  status: 'succeeded' as const,
  processorId,
  modifiedAt: now,
  ...madeWithChanges(madeWith),
  ...(methodId !== null && { paymentMethodId: methodId }),
});

/** The columns of a payment whose charge has failed; `message` is for the customer. */
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

/** Marks a payment for refund, in the transaction that decides it. Returns whether there is anything to refund. */
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

/** Returns the payments for a purpose whose refund is pending. */
export const findOwedRefunds = (em: EntityManager, { kind, id }: Purpose): Promise<PaymentRow[]> =>
  em.findBy(PaymentEntity, { purposeKind: kind, purposeId: id, refundStatus: 'pending' });

/** Records the result of a refund. Returns whether it was pending. */
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

/** The processor's request for the refund of a payment. Its idempotency key never refunds twice. */
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

/** Records the processor's id of a refund that it has accepted. */
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
