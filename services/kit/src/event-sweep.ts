/** Keeps inbox and outbox from growing for ever. */
import type { DataSource } from 'typeorm';
import type { Bus } from './bus.ts';
import { purgeInbox } from './inbox.ts';
import type { Logger } from './log.ts';
import { changedRows } from './sql.ts';
import type { Stoppable } from './subscription.ts';
import { sweep } from './sweep.ts';

const hour = 3_600_000;

/** Each hour forgets what was handled long ago, and events that no server took for as long as streams keep theirs. */
export const startEventSweep = ({ db, bus, log }: { db: DataSource; bus: Bus; log: Logger }): Stoppable =>
  sweep({ every: hour, log, name: 'inbox and outbox' }, async () => {
    await purgeInbox(db);
    const unsent = await purgeOutbox(db, bus.retentionDays);
    if (unsent > 0) log.error({ unsent }, 'events were never taken by the bus and are too old now');
  });

/**
 * Forgets events that no server has taken for so many days, and answers how many: what stands in them about people is
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
