/** Extrapolates a period's usage to its end: an estimate for display, never for charging. */
import { sql } from '@tessera/kit/database/sql';
import { Big } from 'big.js';
import type { EntityManager } from 'typeorm';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { findUse, type MeteredUse } from '../costs/accrue.ts';
import { lineOf, type UseLine } from './close.ts';

/** The time since which units are counted, and the end of their period. */
type Course = { since: Date; now: Date; until: Date };

/** Forecasts start after a day (ms), or after a tenth of short periods: a first hour predicts nothing. */
const day = 86_400_000;
const leastShare = 10;

/**
 * Units at the end of the period, as decimal text; null where extrapolation makes no sense: minimum, maximum, mean
 * and distinct values do not grow linearly, nor do negative units.
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
  // Multiplied first, since the division rounds.
  const decimals = func === 'count' ? 0 : 6;
  return units.times(whole).div(passed).round(decimals, Big.roundHalfUp).toFixed();
};

/** Returns the lines expected at the end of the period; null if no meter can be extrapolated. */
export const findForecastUse = async (
  em: EntityManager,
  { id, currency, currentPeriodStart, currentPeriodEnd }: SubscriptionRow,
  now: Date,
): Promise<UseLine[] | null> => {
  if (currentPeriodEnd === null) return null;
  const since = await findCounted(em, { id, currentPeriodStart });
  const use = (await findUse(em, 'sm.subscription_id = $1', id)).map((one) => {
    const course = { since: since.get(one.id) ?? currentPeriodStart, now, until: currentPeriodEnd };
    return { one, units: one.unitAmount === null || one.isFree ? null : forecastUnits(one, course) };
  });
  if (use.every(({ units }) => units === null)) return null;
  return use.flatMap(({ one, units }) =>
    lineOf({ ...one, consumedUnits: units ?? one.consumedUnits }, currency),
  );
};

/**
 * Returns since when a subscription's meters count open usage: the period's start, or when they were added or changed
 * their price.
 */
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
