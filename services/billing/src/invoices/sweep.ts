/** Takes up papers again that a crash or a silent store left. */
import type { Stoppable } from '@tessera/kit/bus';
import { sweep } from '@tessera/kit/sweep';
import type { Billing } from '../billing.ts';
import { sweepPapers } from './generate.ts';

const everyMilliseconds = 5_000;
const stuckAfterSeconds = 15;

/** Replicas may sweep side by side: what is taken up is touched, and making a paper twice is making it once. */
export const startPaperSweeper = (billing: Billing): Stoppable =>
  sweep({ every: everyMilliseconds, log: billing.log, name: 'invoices' }, () =>
    sweepPapers(billing, stuckAfterSeconds),
  );
