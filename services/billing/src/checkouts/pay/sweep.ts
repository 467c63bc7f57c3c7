/** Sweeper: resumes steps cut off by a crash or a silent processor, and expires unpaid checkouts. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sweep as repeat } from '@tessera/kit/background/sweep';
import type { Billing } from '../../billing.ts';
import { deleteExpiredCustomerSessions } from '../../customer-sessions/sessions.ts';
import { deleteUnusedKeys } from '../../payments/accounts/entity.ts';
import { sweepPayments } from '../../payments/settlement.ts';
import { claimStuckCheckouts, expireOverdue } from '../entity.ts';
import { completeCheckout } from './complete.ts';

const everyMilliseconds = 5_000;
/** Seconds without progress after which a step counts as stuck. */
export const stuckAfterSeconds = 10;

/** Safe to run in several replicas: claimed rows are touched, and every step is idempotent. */
export const startSweeper = (billing: Billing): Stoppable =>
  repeat({ every: everyMilliseconds, log: billing.log, name: 'checkouts' }, () =>
    sweep(billing, stuckAfterSeconds),
  );

/** Runs one round. Steps without progress for `seconds` (database time) are resumed. */
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
