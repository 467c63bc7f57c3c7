/** Processors settle a moment after they have answered: who asked is told what became of it. */
import type { Billing } from '../billing.ts';
import { findPayment, type PaymentRow } from '../payments/service.ts';

const restMilliseconds = 100;
const timeoutMilliseconds = 8_000;

const isUnderWay = ({ status }: PaymentRow): boolean => status === 'pending' || status === 'processing';

/** A payment once it is settled or its bank asks, or as it stands after eight seconds (machine's time). */
export const waitForPayment = async ({ db }: Pick<Billing, 'db'>, id: string): Promise<PaymentRow> => {
  const until = performance.now() + timeoutMilliseconds;
  for (;;) {
    const payment = await findPayment(db.manager, id);
    if (!payment) throw new Error(`payment ${id} is gone`);
    if (!isUnderWay(payment) || performance.now() > until) return payment;
    await new Promise((resolve) => setTimeout(resolve, restMilliseconds));
  }
};
