import type { MetricsRange } from '../../api/metrics.ts';

export const windowDays = 30;
const dayInMilliseconds = 86_400_000;

/** The reader's time zone; browsers that do not tell theirs count in UTC. */
export const ownTimeZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
};

/** The last thirty days with today, by the calendar of a time zone. */
export const lastDays = (
  now: Date,
  timezone: string,
): Pick<MetricsRange, 'startDate' | 'endDate' | 'timezone'> => {
  // Swedish spells a date as the API does.
  const endDate = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(now);
  const start = Date.parse(endDate) - (windowDays - 1) * dayInMilliseconds;
  return { startDate: new Date(start).toISOString().slice(0, 10), endDate, timezone };
};
