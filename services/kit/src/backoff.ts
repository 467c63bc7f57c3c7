/** How long to wait before the next try. */

/** The wait after so many failures (1, 2, …): `first`, then twice as long each time, and never more than `most`. */
export const backoff = (failures: number, { first, most }: { first: number; most: number }): number =>
  Math.min(first * 2 ** Math.min(Math.max(failures - 1, 0), 30), most);
