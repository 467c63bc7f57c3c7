/**
 * The server's present time: readers' clocks can be wrong, and the development clock moves the server's. Known from
 * replies; until the first one it is the reader's time.
 */

/** In ms. Replies have full seconds and a latency: smaller differences are ignored. */
const least = 60_000;

let ahead = 0;

/** Updates the difference to the server's clock from a reply. */
export const noteServerTime = ({ headers }: Pick<Response, 'headers'>): void => {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) < least ? 0 : difference;
};

/** Milliseconds since 1970 by the server's clock. */
export const serverNow = (): number => Date.now() + ahead;
export const serverDate = (): Date => new Date(serverNow());
