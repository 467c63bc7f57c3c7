/** What a period will have used at its end if it goes on at today's pace: an estimate for people, which nothing is charged by. */
import { sql } from '@tessera/kit/sql';
import { Big } from 'big.js';
import type { EntityManager } from 'typeorm';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { findUse, type MeteredUse } from './accrue.ts';
import { lineOf, type UseLine } from './close.ts';

/** Time in which units were counted, and when their period ends. */
type Course = { since: Date; now: Date; until: Date };

/** A pace is told after a day, in short periods after a tenth: a first hour says nothing of a month. */
const day = 86_400_000;
const leastShare = 10;

/**
 * Units at the end of the period, as decimal text; null where no pace can be told: the least, the most, the mean and
 * different values do not grow with time, and neither does what is below nothing.
 */
export const forecastUnits = (
  { func, consumedUnits }: Pick<MeteredUse, 'func' | 'consumedUnits'>,
  { since, now, until }: Course,
): string | null => {
  const passed = now.getTime() - since.getTime();
  const whole = until.getTime() - since.getTime();
  if (passed < Math.min(day, whole / leastShare) || passed <= 0 || passed >= whole) return null;
  const units = new Big(consumedUnits);
  if (!['count', 'sum'].includes(func) || units.lte(0)) return null;
  // Multiplied first: a quotient is rounded.
  const decimals = func === 'count' ? 0 : 6;
  return units.times(whole).div(passed).round(decimals, Big.roundHalfUp).toFixed();
};

/** What would be closed at the end of the period, as lines; null where no meter has a pace. */
export const findForecastUse = async (
  em: EntityManager,
  { id, currency, currentPeriodStart, currentPeriodEnd }: SubscriptionRow,
  now: Date,
): Promise<UseLine[] | null> => {
  if (currentPeriodEnd === null) return null;
  const since = await findCounted(em, { id, currentPeriodStart });
  const use = (await findUse(em, 'sm.subscription_id = $1', id)).map((one) => {
    const course = { since: since.get(one.id) ?? currentPeriodStart, now, until: currentPeriodEnd };
    return { one, units: one.unitAmount === null ? null : forecastUnits(one, course) };
  });
  if (use.every(({ units }) => units === null)) return null;
  return use.flatMap(({ one, units }) =>
    lineOf({ ...one, consumedUnits: units ?? one.consumedUnits }, currency),
  );
};

/** Since when a subscription's meters count what is open: the period's start, or when they came or changed their price. */
const findCounted = async (
  em: EntityManager,
  { id, currentPeriodStart }: Pick<SubscriptionRow, 'id' | 'currentPeriodStart'>,
): Promise<Map<string, Date>> => {
  const rows = await sql<{ id: string; since: Date }>(
    em,
    `SELECT sm.id, greatest($2::timestamptz, sm.created_at, (SELECT max(closed.period_end) FROM usage_entries closed
       WHERE closed.subscription_id = sm.subscription_id AND closed.meter_id = sm.meter_id)) AS since
     FROM subscription_meters sm WHERE sm.subscription_id = $1`,
    [id, currentPeriodStart],
  );
  return new Map(rows.map((row) => [row.id, row.since]));
};
