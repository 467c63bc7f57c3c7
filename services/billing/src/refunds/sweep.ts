/** Takes up refunds again that a crash or a silent processor left. */
import type { Stoppable } from '@tessera/kit/bus';
import { sweep } from '@tessera/kit/sweep';
import type { Billing } from '../billing.ts';
import { sweepRefunds } from './complete.ts';

const everyMilliseconds = 5_000;
/** One that has not been heard of for so long was cut off. */
const stuckAfterSeconds = 10;

/** Replicas may sweep side by side: what is taken up is touched, and each step is safe to repeat. */
export const startRefundSweeper = (billing: Billing): Stoppable =>
  sweep({ every: everyMilliseconds, log: billing.log, name: 'refunds' }, () =>
    sweepRefunds(billing, stuckAfterSeconds),
  );
