/** Exponential back-off. */

/** Returns the delay after the nth failure (1, 2, …): `first`, doubled with each failure, at most `most`. */
export const backoff = (failures: number, { first, most }: { first: number; most: number }): number =>
  Math.min(first * 2 ** Math.min(Math.max(failures - 1, 0), 30), most);
