/** Resumes refunds that a crash or an unresponsive processor left. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sweep } from '@tessera/kit/background/sweep';
import type { Billing } from '../billing.ts';
import { sweepRefunds } from './complete.ts';

const everyMilliseconds = 5_000;
/** Refunds without news for this long were interrupted. */
const stuckAfterSeconds = 10;

/** Safe to run in several replicas concurrently: claims touch the rows, and each step is idempotent. */
export const startRefundSweeper = (billing: Billing): Stoppable =>
  sweep({ every: everyMilliseconds, log: billing.log, name: 'refunds' }, () =>
    sweepRefunds(billing, stuckAfterSeconds),
  );
