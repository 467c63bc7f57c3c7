/** Days of the calendar, written as in ISO 8601. */

/** Where the years begin and end that are written with four digits: 0001-01-01 and 9999-12-31, in Unix seconds. */
const [first, last] = [-62_135_596_800, 253_402_300_799];

/** Unix seconds -> `2026-01-31` (UTC). A time beyond the years with four digits is in the first or the last of their days. */
export const dayOf = (seconds: number): string =>
  new Date(Math.min(Math.max(seconds, first), last) * 1000).toISOString().slice(0, 10);

/**
 * Whether the time is in the years 1 to 9999 of UTC. `9999-12-31T23:00:00-02:00` is in 10000: a reply would spell it
 * `+010000-…`, which no client reads, so that one such row would hide its whole list.
 */
export const isWritable = (time: Date): boolean => {
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999;
};
