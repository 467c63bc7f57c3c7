/** Counts ingested events, a moment later, on any replica. */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sweep } from '@tessera/kit/background/sweep';
import { onWake } from '@tessera/kit/background/wake';
import { sql } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import type { Billing } from '../../billing.ts';
import { countingWork } from '../work.ts';
import { findWaiting } from './backfills.ts';
import { countRound } from './round.ts';

/** Events ingested by this process wake the loop; polling finds those of processes that died. */
const restMilliseconds = 5_000;

/**
 * Debounce: events within this time are counted together. Short after an idle time, longer otherwise, since a round
 * is expensive.
 */
const gatherMilliseconds = { first: 20, next: 250 };
const lanes = 2;

export const startCountingUsage = (billing: Billing): Stoppable => {
  const running = loop({ every: restMilliseconds, log: billing.log, name: countingWork }, () =>
    countUsage(billing),
  );
  let gathering: NodeJS.Timeout | undefined;
  let wokenAt = 0;
  const wake = (): void => {
    const { first, next } = gatherMilliseconds;
    const pause = Math.max(first, wokenAt + next - performance.now());
    gathering ??= setTimeout(() => {
      gathering = undefined;
      wokenAt = performance.now();
      running.wake();
    }, pause);
  };
  const unsubscribe = onWake(billing.db, countingWork, wake);
  return {
    stop: () => {
      unsubscribe();
      clearTimeout(gathering);
      return running.stop();
    },
  };
};

type Counting = Pick<Billing, 'db' | 'now' | 'log'>;

/** Runs a round for each organization with something to count. Returns whether there may be more. */
export const countUsage = async (billing: Counting): Promise<boolean> => {
  const waiting = await findWaiting(billing.db.manager);
  let isMore = false;
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const id = next;
      const more = await countOrganization(billing, id).catch((error: unknown) => {
        billing.log.warn({ err: error, organizationId: id }, 'usage is counted later');
        return false;
      });
      isMore ||= more;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return isMore;
};

const countOrganization = ({ db, now }: Counting, organizationId: string): Promise<boolean> =>
  transact(db, (em) => countRound({ em, now: now(), organizationId }));

const hour = 3_600_000;
const monthsAhead = 3;

type Keeping = Counting & Pick<Billing, 'usageRetentionMonths'>;

/** Creates the partitions of coming months, and detaches those beyond the retention time. */
export const keepMonths = (billing: Keeping): Stoppable =>
  sweep({ every: hour, log: billing.log, name: 'months of events' }, async () => {
    await makeMonths(billing);
    await detachMonths(billing);
  });

/** Detaches monthly partitions that are entirely beyond the retention time, one by one. */
export const detachMonths = async ({ db, now, usageRetentionMonths }: Keeping): Promise<void> => {
  if (usageRetentionMonths === null) return;
  const time = now();
  const first = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - usageRetentionMonths, 1));
  const parts = await sql<{ part: string }>(
    db,
    `SELECT child.relname AS part FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = 'usage_events'::regclass AND child.relname ~ '^usage_events_\\d{4}_\\d{2}$'
       AND to_date(right(child.relname, 7), 'YYYY_MM') < $1::date ORDER BY 1`,
    [first.toISOString().slice(0, 10)],
  );
  for (const { part } of parts) await db.query('SELECT detach_usage_month($1)', [part]);
};

export const makeMonths = async ({ db, now }: Pick<Counting, 'db' | 'now'>): Promise<void> => {
  const time = now();
  for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
    const month = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + ahead, 1));
    await db.query('SELECT make_usage_month($1::date)', [month.toISOString().slice(0, 10)]);
  }
};
