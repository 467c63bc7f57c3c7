/**
 * Between the transactions: the processor is asked, and what it says, at once or later, goes to whatever the payment is
 * for. Nothing here knows what that is.
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

/** What settlement needs of the service's dependencies; handlers get all of them. */
export type SettlementParts<Parts> = {
  db: DataSource;
  log: Logger;
  payments: PaymentProcessor;
  purposes: Purposes<Parts>;
};

/** Throws for a purpose that this release does not know: the event comes again, and a newer replica takes it. */
const handlerOf = <Parts extends SettlementParts<Parts>>(
  { purposes }: Parts,
  { kind }: Purpose,
): PurposeHandler<Parts> => {
  const handler = purposes[kind];
  if (!handler) throw new Error(`nothing here takes payments for ${kind}`);
  return handler;
};

/**
 * Charges by the payment's idempotency key, so that a repetition after a crash charges nobody twice. Null: nobody
 * knows what became of it; the sweeper asks again. `handler`: the purpose's own, unless the caller has one at hand.
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

/** Carries a charge's state over to the payment and its purpose. Safe to repeat. */
const takeResult = <Parts extends SettlementParts<Parts>>(
  parts: Parts,
  { payment, result, handler }: { payment: PaymentRow; result: ChargeResult; handler: PurposeHandler<Parts> },
): Promise<void> => {
  if (result.status === 'failed') return handler.failed(parts, failing(payment, result), result.message);
  if (result.status === 'succeeded') return handler.succeeded(parts, payment, result);
  return handler.accepted(parts, payment, result);
};

type Failure = Pick<PaymentEvent, 'card' | 'reason'> & { processorId: string | null };

/** A payment as it fails: what is known of the charge, the card and the reason. */
const failing = (payment: PaymentRow, { processorId, card, reason }: Failure): PaymentRow => ({
  ...payment,
  ...cardChanges(card),
  processorId: processorId ?? payment.processorId,
  declineReason: reason ?? null,
});

/** Whether a payment was made where the event comes from: nobody may tell of somebody else's. */
export const isFrom = (payment: PaymentRow, { organizationId, processor, account }: EventPlace): boolean =>
  payment.processor === processor &&
  payment.account === account &&
  (organizationId === null || payment.organizationId === organizationId);

/** What the processor tells later. Comes at least once, in any order; a listener that throws is told again. */
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

/** Pays back what is owed for a purpose. Safe to repeat: each refund has a key of its own. */
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

/** Takes up what a crash or a silent processor left. `seconds` (machine's time) of silence make it stuck. */
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

/** Asks the processor how a payment stands whose customer says that the bank was answered: events come late, or not at all. */
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

/** Takes a payment up where it stands. */
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
  // The customer has walked away from the challenge; the cancellation comes back as a failed payment.
  if (await handler.isAbandoned(parts, payment))
    await parts.payments.cancelCharge(placeOf(payment), payment.processorId);
};
