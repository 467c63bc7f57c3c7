/** Calendar days in ISO 8601. */

/** First and last second of the years with four digits (0001-01-01 and 9999-12-31), in Unix seconds. */
const [first, last] = [-62_135_596_800, 253_402_300_799];

/**
 * Unix seconds -> `2026-01-31` (UTC). Times outside the years with four digits are clamped to the first or last day.
 */
export const dayOf = (seconds: number): string =>
  new Date(Math.min(Math.max(seconds, first), last) * 1000).toISOString().slice(0, 10);

/**
 * Whether a time is in the years 1 to 9999 in UTC. `9999-12-31T23:00:00-02:00` is in the year 10000: replies would
 * contain `+010000-…`, which clients cannot parse, so that one such row would break its whole list.
 */
export const isWritable = (time: Date): boolean => {
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999;
};
