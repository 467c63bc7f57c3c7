/**
 * Works between transactions: calls the processor, and passes its results, immediate or later, to the handler of the
 * payment's purpose. Knows no purpose itself.
 */
import type { Logger } from '@tessera/kit/log';
import type { DataSource } from 'typeorm';
import {
  claimStuckPayments,
  claimStuckRefunds,
  findPayment,
  movePayment,
  type PaymentRow,
} from './entity.ts';
import type { PurposeHandler, Purposes } from './handlers.ts';
import { placeOf } from './place.ts';
import type { ChargeResult, EventPlace, PaymentEvent, PaymentProcessor } from './processor.ts';
import type { Purpose } from './purpose.ts';
import {
  acceptRefund,
  askFor,
  cardChanges,
  findOwedRefunds,
  madeWithChanges,
  purposeOf,
  refundRequestOf,
} from './service.ts';

/** The dependencies of settlement; handlers get all of the service's. */
export type SettlementParts<Parts> = {
  db: DataSource;
  log: Logger;
  payments: PaymentProcessor;
  purposes: Purposes<Parts>;
};

/** Throws for a purpose that this release does not know: a newer replica takes the event when it is repeated. */
const handlerOf = <Parts extends SettlementParts<Parts>>(
  { purposes }: Parts,
  { kind }: Purpose,
): PurposeHandler<Parts> => {
  const handler = purposes[kind];
  if (!handler) throw new Error(`nothing here takes payments for ${kind}`);
  return handler;
};

/**
 * Charges with the payment's idempotency key, so that a repetition after a crash does not charge twice. Returns null
 * if the outcome is unknown; the sweeper asks again. `handler` defaults to that of the purpose.
 */
export const chargePayment = async <Parts extends SettlementParts<Parts>>(
  parts: Parts,
  payment: PaymentRow,
  handler: PurposeHandler<Parts> = handlerOf(parts, purposeOf(payment)),
): Promise<ChargeResult | null> => {
  const result = await askFor(parts.payments, payment).catch((error: unknown) => {
    parts.log.warn({ err: error, paymentId: payment.id }, 'the payment processor did not answer');
    return null;
  });
  if (result) await takeResult(parts, { payment, result, handler });
  return result;
};

/** Passes a charge's state to the handler of the payment's purpose. Idempotent. */
const takeResult = <Parts extends SettlementParts<Parts>>(
  parts: Parts,
  { payment, result, handler }: { payment: PaymentRow; result: ChargeResult; handler: PurposeHandler<Parts> },
): Promise<void> => {
  if (result.status === 'failed') return handler.failed(parts, failing(payment, result), result.message);
  if (result.status === 'succeeded') return handler.succeeded(parts, payment, result);
  return handler.accepted(parts, payment, result);
};

type Failure = Pick<PaymentEvent, 'card' | 'reason'> & { processorId: string | null };

/** A payment with what is known of its failed charge, the card and the reason. */
const failing = (payment: PaymentRow, { processorId, card, reason }: Failure): PaymentRow => ({
  ...payment,
  ...cardChanges(card),
  processorId: processorId ?? payment.processorId,
  declineReason: reason ?? null,
});

/** Returns whether a payment was made at the place of an event: accounts may not report on payments of others. */
export const isFrom = (payment: PaymentRow, { organizationId, processor, account }: EventPlace): boolean =>
  payment.processor === processor &&
  payment.account === account &&
  (organizationId === null || payment.organizationId === organizationId);

/** Handles an event of the processor. Delivered at least once, in any order; delivered again if this throws. */
export const takePaymentEvent = async <Parts extends SettlementParts<Parts>>(
  parts: Parts,
  event: PaymentEvent,
): Promise<void> => {
  const payment = await findPayment(parts.db.manager, event.paymentId);
  const isSame = payment?.processorId == null || payment.processorId === event.processorId;
  if (!payment || !isFrom(payment, event.place) || !isSame) {
    parts.log.error({ paymentId: event.paymentId }, 'the processor tells of a payment that is not ours');
    return;
  }
  const handler = handlerOf(parts, purposeOf(payment));
  if (event.status === 'failed')
    return handler.failed(parts, failing(payment, event), event.message ?? 'The payment failed.');
  if (event.status === 'succeeded')
    return payment.status === 'failed'
      ? handler.succeededLate(parts, payment, event)
      : handler.succeeded(parts, payment, event);
  await movePayment(
    parts.db.manager,
    { id: payment.id, from: ['requires_action'] },
    { status: 'processing', ...madeWithChanges(event) },
  );
};

/** Makes the pending refunds of a purpose. Idempotent: each refund has its own key. */
export const payBack = async <Parts extends SettlementParts<Parts>>(
  parts: Parts,
  purpose: Purpose,
): Promise<void> => {
  for (const payment of await findOwedRefunds(parts.db.manager, purpose)) {
    const { refundProcessorId: known } = payment;
    const result = await (known
      ? parts.payments.findRefund(placeOf(payment), known)
      : parts.payments.refund(refundRequestOf(payment)));
    if (result.status === 'pending') {
      await acceptRefund(parts.db.manager, payment.id, result.processorId);
      continue;
    }
    await handlerOf(parts, purpose).refunded(parts, payment, result);
  }
};

/**
 * Resumes payments and refunds that a crash or an unresponsive processor left, after `seconds` (database time)
 * without news.
 */
export const sweepPayments = async <Parts extends SettlementParts<Parts>>(
  parts: Parts,
  seconds: number,
): Promise<void> => {
  const { db, log } = parts;
  for (const id of await claimStuckPayments(db.manager, seconds))
    await resume(parts, id).catch((error: unknown) =>
      log.warn({ err: error, paymentId: id }, 'stuck payment tried again later'),
    );
  for (const purpose of await claimStuckRefunds(db.manager, seconds))
    await payBack(parts, purpose).catch((error: unknown) =>
      log.warn({ err: error, purpose }, 'stuck refund tried again later'),
    );
};

/**
 * Asks the processor for the state of a payment whose customer reports that the bank's challenge is completed: events
 * may be late or lost.
 */
export const refreshPayment = async <Parts extends SettlementParts<Parts>>(
  parts: Parts,
  payment: PaymentRow,
): Promise<void> => {
  if (payment.status !== 'requires_action' || !payment.processorId) return;
  try {
    const result = await parts.payments.findCharge(placeOf(payment), payment.processorId);
    if (!result || result.status === 'requires_action') return;
    await takeResult(parts, { payment, result, handler: handlerOf(parts, purposeOf(payment)) });
  } catch (error) {
    parts.log.warn({ err: error, paymentId: payment.id }, 'the payment processor did not answer');
  }
};

/** Resumes a payment from its current state. */
const resume = async <Parts extends SettlementParts<Parts>>(
  parts: Parts,
  paymentId: string,
): Promise<void> => {
  const payment = await findPayment(parts.db.manager, paymentId);
  if (!payment) return;
  const handler = handlerOf(parts, purposeOf(payment));
  if (payment.status === 'pending' || !payment.processorId) {
    await chargePayment(parts, payment, handler);
    return;
  }
  const result = await parts.payments.findCharge(placeOf(payment), payment.processorId);
  if (result?.status !== 'requires_action') {
    if (result) await takeResult(parts, { payment, result, handler });
    return;
  }
  // The customer has abandoned the challenge; the cancellation comes back as a failed payment.
  if (await handler.isAbandoned(parts, payment))
    await parts.payments.cancelCharge(placeOf(payment), payment.processorId);
};
