/** Copies what is taken in, a moment later, on any replica. */
import type { Stoppable } from '@tessera/kit/bus';
import { loop } from '@tessera/kit/loop';
import { sweep } from '@tessera/kit/sweep';
import type { Billing } from '../../billing.ts';
import { endForgotten } from './copy.ts';

/** What comes within so long is one batch: ClickHouse wants few of them, and large ones. */
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
      // Not at the start of the process: a ClickHouse that is away holds up nothing else. Again after whatever failed: it
      // may have lost its tables.
      if (!isStarted) await usageCopies.start();
      isStarted = false;
      const round = await usageCopies.copy();
      isStarted = round !== 'off';
      return round === 'more';
    },
  );
};
