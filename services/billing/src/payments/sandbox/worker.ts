/** Settles charges a moment after they were accepted and tells the listener, as a real processor's webhook would. */
import type { Stoppable } from '@tessera/kit/bus';
import type { Logger } from '@tessera/kit/log';
import type { DataSource } from 'typeorm';
import type { PaymentEvent } from '../processor.ts';
import { type ChargeRow, claimDue, markTold } from './books.ts';

const batch = 50;
const pollMilliseconds = 1_000;
/** A timer may be early by the database's clock: after a wake the books are looked into a few times more. */
const lookAgainMilliseconds = 20;
const mostLooks = 4;

export type Tell = (event: PaymentEvent) => Promise<void>;
export type SettlementWorker = Stoppable & { wakeIn: (milliseconds: number) => void };

/** Rows are claimed for a few seconds at a time, so replicas share the work and a killed one's is taken over. */
export const startSettlement = (db: DataSource, log: Logger, tell: Tell): SettlementWorker => {
  let isRunning = true;
  let isDue = false;
  let looks = 0;
  let wake = (): void => undefined;
  const timers = new Set<NodeJS.Timeout>();
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    while (isRunning) {
      isDue = false;
      const told = await settleDue(db, log, tell);
      looks = Math.max(0, looks - 1);
      if (isRunning && told < batch && !isDue)
        await rest(looks > 0 ? lookAgainMilliseconds : pollMilliseconds);
    }
  };
  const loop = run();
  return {
    wakeIn: (milliseconds) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        isDue = true;
        looks = mostLooks;
        wake();
      }, milliseconds);
      timers.add(timer);
    },
    stop: async () => {
      isRunning = false;
      for (const timer of timers) clearTimeout(timer);
      wake();
      await loop;
    },
  };
};

/** One round: settles what is due and tells about it. Answers how many charges it held. */
export const settleDue = async (db: DataSource, log: Logger, tell: Tell): Promise<number> => {
  try {
    const due = await claimDue(db, batch);
    if (due.length === 0) return 0;
    const told = await Promise.all(due.map((charge) => tellOf(charge, log, tell)));
    await markTold(
      db,
      told.filter((id) => id !== null),
    );
    return due.length;
  } catch (error) {
    log.warn({ err: error }, 'sandbox settlement interrupted');
    return 0;
  }
};

const tellOf = async (charge: ChargeRow, log: Logger, tell: Tell): Promise<string | null> => {
  try {
    await tell(eventOf(charge));
    return charge.id;
  } catch (error) {
    log.warn({ err: error, paymentId: charge.paymentId }, 'payment event told again later');
    return null;
  }
};

export const eventOf = (charge: ChargeRow): PaymentEvent => ({
  paymentId: charge.paymentId,
  processorId: charge.id,
  status: charge.status === 'requires_action' ? 'processing' : charge.status,
  message: charge.message,
});
