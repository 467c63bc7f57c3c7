/** Keeps the inbox and outbox tables from growing indefinitely. */
import type { DataSource } from 'typeorm';
import type { Stoppable } from '../background/stoppable.ts';
import { sweep } from '../background/sweep.ts';
import { changedRows } from '../database/sql.ts';
import type { Logger } from '../log.ts';
import type { Bus } from './bus.ts';
import { purgeInbox } from './inbox.ts';

const hour = 3_600_000;

/** Hourly deletes old inbox rows, and outbox events not published within the retention of the streams. */
export const startEventSweep = ({ db, bus, log }: { db: DataSource; bus: Bus; log: Logger }): Stoppable =>
  sweep({ every: hour, log, name: 'inbox and outbox' }, async () => {
    await purgeInbox(db);
    const unsent = await purgeOutbox(db, bus.retentionDays);
    if (unsent > 0) log.error({ unsent }, 'events were never taken by the bus and are too old now');
  });

/**
 * Deletes events not published within so many days, and returns their number. They may hold personal data, which is
 * kept no longer here than in the streams.
 */
export const purgeOutbox = async (db: DataSource, days: number): Promise<number> => {
  const count = await changedRows(
    db,
    'DELETE FROM outbox WHERE created_at < now() - make_interval(days => $1)',
    [days],
  );
  return count;
};
