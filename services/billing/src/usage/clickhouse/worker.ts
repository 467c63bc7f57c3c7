/** Copies ingested events to ClickHouse, a moment later, on any replica. */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sweep } from '@tessera/kit/background/sweep';
import type { Billing } from '../../billing.ts';
import { endForgotten } from './copy.ts';

/** Time in which writes are gathered into one batch: ClickHouse prefers few large batches. */
const restMilliseconds = 1_000;
const hour = 3_600_000;

export const startCopyingUsage = (billing: Pick<Billing, 'db' | 'log' | 'usageCopies'>): Stoppable => {
  const { db, log, usageCopies } = billing;
  if (!usageCopies)
    return sweep({ every: hour, log, name: 'forgotten copies of usage' }, () => endForgotten(db));
  let isStarted = false;
  return loop(
    { every: restMilliseconds, retry: { first: 1_000, most: 60_000 }, log, name: 'copies of usage' },
    async () => {
      // Started in the loop instead of at process start, so that an unreachable ClickHouse blocks nothing else.
      // Repeated after each failure: ClickHouse may have lost its tables.
      if (!isStarted) await usageCopies.start();
      isStarted = false;
      const round = await usageCopies.copy();
      isStarted = round !== 'off';
      return round === 'more';
    },
  );
};
