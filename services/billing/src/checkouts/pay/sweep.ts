/** Finishes what a crash or a silent processor left between the steps, and expires what was never paid. */
import type { Stoppable } from '@tessera/kit/bus';
import { sweep as repeat } from '@tessera/kit/sweep';
import type { Billing } from '../../billing.ts';
import { deleteUnusedKeys } from '../../payments/accounts/entity.ts';
import { sweepPayments } from '../../payments/settlement.ts';
import { deleteExpiredCustomerSessions } from '../../portal/sessions.ts';
import { claimStuckCheckouts, expireOverdue } from '../entity.ts';
import { completeCheckout } from './complete.ts';

const everyMilliseconds = 5_000;
/** A step that has not been heard of for so long was cut off. */
export const stuckAfterSeconds = 10;

/** Replicas may sweep side by side: what is taken up is touched, and each step is safe to repeat. */
export const startSweeper = (billing: Billing): Stoppable =>
  repeat({ every: everyMilliseconds, log: billing.log, name: 'checkouts' }, () =>
    sweep(billing, stuckAfterSeconds),
  );

/** One round. `seconds` (machine's time) of silence make a step a stuck one. */
export const sweep = async (billing: Billing, seconds: number): Promise<void> => {
  const { db, log } = billing;
  const expired = await expireOverdue(db.manager, billing.now());
  if (expired > 0) log.info({ expired }, 'checkouts expired');
  await deleteExpiredCustomerSessions(db.manager, billing.now());
  await sweepPayments(billing, seconds);
  await deleteUnusedKeys(db.manager);
  for (const checkoutId of await claimStuckCheckouts(db.manager, seconds))
    await completeCheckout(billing, { checkoutId, paymentId: null }).catch((error: unknown) =>
      log.warn({ err: error, checkoutId }, 'stuck checkout tried again later'),
    );
};
