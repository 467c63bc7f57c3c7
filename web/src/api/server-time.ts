/**
 * What time it is for the server: clocks of readers go wrong, and the time machine moves the server's own. Known from
 * the replies; until the first one it is the reader's.
 */

/** A reply says full seconds, and was under way: less than this is no difference. */
const least = 60_000;

let ahead = 0;

/** Learns from a reply how far the server's clock is ahead of this one. */
export const noteServerTime = ({ headers }: Pick<Response, 'headers'>): void => {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < least ? 0 : difference;
};

/** Milliseconds since 1970, by the server's clock. */
export const serverNow = (): number => Date.now() + ahead;
export const serverDate = (): Date => new Date(serverNow());
