/** Settles charges a moment after they were accepted and notifies the listener, like a real processor's webhook. */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { onWake } from '@tessera/kit/background/wake';
import type { Logger } from '@tessera/kit/log';
import type { DataSource } from 'typeorm';
import type { Listener, PaymentEvent } from '../processor.ts';
import { claimSentBack, markRefundEmitted } from './refunds.ts';
import { sandboxPlace } from './rules.ts';
import { type ChargeRow, claimDue, markEmitted, untilDue } from './store.ts';

const batch = 50;
/** Charges of this process wake the loop; polling finds what a crashed process has left. */
const restMilliseconds = 5_000;
export const settlementWork = 'sandbox settlement';

export type EmitPayment = (event: PaymentEvent) => Promise<void>;

/** Rows are claimed for a few seconds at a time, so replicas share the work and take over that of a crashed one. */
export const startSettlement = (db: DataSource, log: Logger, listener: Listener): Stoppable => {
  const running = loop({ every: restMilliseconds, log, name: settlementWork }, async () => {
    await emitFailedRefunds(db, log, listener.refund);
    return (await captureDue(db, log, listener.payment)) === batch ? true : untilDue(db);
  });
  const unsubscribe = onWake(db, settlementWork, running.wake);
  return {
    stop: () => {
      unsubscribe();
      return running.stop();
    },
  };
};

/** Reports refunds that the customer's bank has returned. */
const emitFailedRefunds = async (db: DataSource, log: Logger, emit: Listener['refund']): Promise<void> => {
  for (const { id, refundId } of await claimSentBack(db, batch))
    await emit({ place: sandboxPlace, refundId, processorId: id, status: 'failed' }).then(
      () => markRefundEmitted(db, id),
      (error: unknown) => log.warn({ err: error, refundId }, 'refund event is published again later'),
    );
};

/** One round: settles due charges and reports them. Returns the number of charges claimed. */
export const captureDue = async (db: DataSource, log: Logger, emit: EmitPayment): Promise<number> => {
  const due = await claimDue(db, batch);
  if (due.length === 0) return 0;
  const emitted = await Promise.all(due.map((charge) => reportOf(charge, log, emit)));
  await markEmitted(
    db,
    emitted.filter((id) => id !== null),
  );
  return due.length;
};

const reportOf = async (charge: ChargeRow, log: Logger, emit: EmitPayment): Promise<string | null> => {
  try {
    await emit(eventOf(charge));
    return charge.id;
  } catch (error) {
    log.warn({ err: error, paymentId: charge.paymentId }, 'payment event is published again later');
    return null;
  }
};

export const eventOf = (charge: ChargeRow): PaymentEvent => ({
  place: sandboxPlace,
  paymentId: charge.paymentId,
  processorId: charge.id,
  status: charge.status === 'requires_action' ? 'processing' : charge.status,
  methodId: charge.status === 'succeeded' ? charge.methodId : null,
  message: charge.message,
});
