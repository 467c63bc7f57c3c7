/** Generates documents again that a crash or an outage of the store has left unfinished. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sweep } from '@tessera/kit/background/sweep';
import type { Billing } from '../billing.ts';
import { sweepPapers } from './generate.ts';

const everyMilliseconds = 5_000;
const stuckAfterSeconds = 15;

/** Safe in several replicas: claimed documents are skipped by others, and generating twice gives the same. */
export const startPaperSweeper = (billing: Billing): Stoppable =>
  sweep({ every: everyMilliseconds, log: billing.log, name: 'invoices' }, () =>
    sweepPapers(billing, stuckAfterSeconds),
  );
