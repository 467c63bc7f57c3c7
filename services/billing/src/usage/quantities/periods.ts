/** The periods of a range in the calendar of a time zone. */
import { type Queryable, sql } from '@tessera/kit/database/sql';
import type { TimeInterval } from '@tessera/proto/api/billing/metrics';

export type PeriodRange = {
  startTimestamp: Date;
  endTimestamp: Date;
  interval: TimeInterval;
  timezone: string;
};

/**
 * `period` is its name: the result of `date_trunc` for all of it. `begins` is its first moment, which differs where
 * clocks are set back over its start.
 */
export type Period = { period: Date; begins: Date };

const hour = 3_600_000;

/** Returns periods in order. At clock changes, a skipped hour is left out, and a repeated one counts as two. */
export const listPeriods = async (on: Queryable, range: PeriodRange): Promise<Period[]> => {
  if (range.interval !== 'hour') return findPeriods(on, range, ofCalendar);
  const hours = await findPeriods(on, range, ofHours);
  const isEven = hours.every(({ period }, index) => {
    const before = hours[index - 1]?.period;
    return before === undefined || period.getTime() - before.getTime() === hour;
  });
  // Clock changes of less than an hour: hours overlap, so that shorter steps are needed.
  return isEven ? hours : findPeriods(on, range, ofQuarters);
};

const ofCalendar = `SELECT moment AT TIME ZONE $4::text FROM generate_series(date_trunc($3::text, $1::timestamptz AT TIME ZONE $4::text),
  $2::timestamptz AT TIME ZONE $4::text, ('1 ' || $3::text)::interval) AS moment`;
const ofHours = `SELECT generate_series(date_trunc('hour', $1::timestamptz, $4::text), $2::timestamptz, interval '1 hour')
  UNION ALL SELECT $2::timestamptz`;
const ofQuarters = `SELECT generate_series($1::timestamptz, $2::timestamptz, interval '15 minutes') UNION ALL SELECT $2::timestamptz`;

/** `moments`: at least one of each period. */
const findPeriods = (on: Queryable, range: PeriodRange, moments: string): Promise<Period[]> => {
  const { startTimestamp, endTimestamp, interval, timezone } = range;
  const nameOf = (time: string): string => `date_trunc($3::text, ${time}, $4::text)`;
  return sql<Period>(
    on,
    `SELECT period, CASE WHEN ${nameOf('period')} = period AND ${nameOf(`(period - interval '1 microsecond')`)} <> period
       THEN period ELSE (SELECT min(moment)
         FROM (SELECT min(moment) AS first
           FROM generate_series(period - interval '3 hours', period + interval '3 hours', interval '15 minutes') AS moment
           WHERE ${nameOf('moment')} = period) AS near,
         generate_series(first - interval '15 minutes', first, interval '1 second') AS moment
         WHERE ${nameOf('moment')} = period) END AS begins
     FROM (SELECT DISTINCT ${nameOf('moment')} AS period FROM (${moments}) AS moments (moment)) AS periods
     ORDER BY 1`,
    [startTimestamp, endTimestamp, interval, timezone],
  );
};

/** Whether periods are in order, so that a moment's period can be found by its position among their beginnings. */
export const areInOrder = (periods: readonly Period[]): boolean =>
  periods.every(({ begins }, index) => begins !== null && begins > (periods[index - 1]?.begins ?? 0));
