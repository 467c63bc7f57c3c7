/** Keeps inbox and outbox from growing for ever. */
import type { DataSource } from 'typeorm';
import type { Bus } from './bus.ts';
import { purgeInbox } from './inbox.ts';
import type { Logger } from './log.ts';
import { purgeOutbox } from './outbox.ts';
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
