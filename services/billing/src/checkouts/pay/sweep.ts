/** Finishes what a crash or a silent processor left between the steps, and expires what was never paid. */
import type { Stoppable } from '@tessera/kit/bus';
import { sweep as repeat } from '@tessera/kit/sweep';
import type { Billing } from '../../billing.ts';
import { claimStuckPayments, claimStuckRefunds, findPayment } from '../../payments/service.ts';
import { forgetCustomerSessions } from '../../portal/sessions.ts';
import { claimStuckCheckouts, expireOverdue, findCheckout } from '../entity.ts';
import { chargeCheckout, takeResult } from './charge.ts';
import { payBack } from './refund.ts';
import { settleCheckout } from './settle.ts';

const everyMilliseconds = 5_000;
/** A step that has not been heard of for so long was cut off. */
export const patienceSeconds = 10;

/** Replicas may sweep side by side: what is taken up is touched, and each step is safe to repeat. */
export const startSweeper = (billing: Billing): Stoppable =>
  repeat({ every: everyMilliseconds, log: billing.log, name: 'checkouts' }, () =>
    sweep(billing, patienceSeconds),
  );

/** One round. `seconds` (machine's time) of silence make a step a stuck one. */
export const sweep = async (billing: Billing, seconds: number): Promise<void> => {
  const { db, log } = billing;
  const expired = await expireOverdue(db.manager, billing.now());
  if (expired > 0) log.info({ expired }, 'checkouts expired');
  await forgetCustomerSessions(db.manager, billing.now());
  for (const id of await claimStuckPayments(db.manager, seconds))
    await resume(billing, id).catch((error: unknown) =>
      log.warn({ err: error, paymentId: id }, 'stuck payment tried again later'),
    );
  for (const checkoutId of await claimStuckRefunds(db.manager, seconds))
    await payBack(billing, checkoutId).catch((error: unknown) =>
      log.warn({ err: error, checkoutId }, 'stuck refund tried again later'),
    );
  for (const checkoutId of await claimStuckCheckouts(db.manager, seconds))
    await settleCheckout(billing, { checkoutId, paymentId: null }).catch((error: unknown) =>
      log.warn({ err: error, checkoutId }, 'stuck checkout tried again later'),
    );
};

/** Takes a payment up where it stands. */
const resume = async (billing: Billing, paymentId: string): Promise<void> => {
  const payment = await findPayment(billing.db.manager, paymentId);
  if (!payment) return;
  if (payment.status === 'pending' || !payment.processorId) {
    await chargeCheckout(billing, payment);
    return;
  }
  const result = await billing.payments.findCharge(payment.processorId);
  if (result?.status !== 'requires_action') {
    if (result) await takeResult(billing, { payment, result });
    return;
  }
  const checkout = await findCheckout(billing.db.manager, { id: payment.checkoutId });
  // The customer has walked away from the challenge; the cancellation comes back as a failed payment.
  if (checkout && checkout.expiresAt <= billing.now())
    await billing.payments.cancelCharge(payment.processorId);
};
