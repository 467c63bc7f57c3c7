/** Counts of pending work, computed when metrics are scraped. */

type Count = () => Promise<number>;

const counts = new Map<string, Count>();

/** Registers the count of a kind of work for the metrics. Returns the function that removes it. */
export const countWaiting = (work: string, count: Count): (() => void) => {
  counts.set(work, count);
  return () => {
    if (counts.get(work) === count) counts.delete(work);
  };
};

/** Returns the pending work by kind, without kinds whose count fails. */
export const waitingWork = async (): Promise<{ work: string; waiting: number }[]> => {
  const results = await Promise.all(
    [...counts].map(async ([work, count]) => ({ work, waiting: await count().catch(() => null) })),
  );
  return results.flatMap(({ work, waiting }) => (waiting === null ? [] : [{ work, waiting }]));
};
