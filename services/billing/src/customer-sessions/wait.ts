/** Waits for payments that settle shortly after the processor's response, to return their result to the caller. */
import type { Billing } from '../billing.ts';
import { findPayment, type PaymentRow } from '../payments/service.ts';

const restMilliseconds = 100;
const timeoutMilliseconds = 8_000;

const isUnderWay = ({ status }: PaymentRow): boolean => status === 'pending' || status === 'processing';

/** Returns a payment once it is settled or needs a challenge, or as it is after eight seconds (wall-clock time). */
export const waitForPayment = async ({ db }: Pick<Billing, 'db'>, id: string): Promise<PaymentRow> => {
  const until = performance.now() + timeoutMilliseconds;
  for (;;) {
    const payment = await findPayment(db.manager, id);
    if (!payment) throw new Error(`payment ${id} is gone`);
    if (!isUnderWay(payment) || performance.now() > until) return payment;
    await new Promise((resolve) => setTimeout(resolve, restMilliseconds));
  }
};
