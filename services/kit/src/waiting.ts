/** How much work waits, counted when somebody wants to know. */

type Count = () => Promise<number>;

const counts = new Map<string, Count>();

/** Has a kind of work counted for the metrics of this process. Answers how to end that. */
export const countWaiting = (work: string, count: Count): (() => void) => {
  counts.set(work, count);
  return () => {
    if (counts.get(work) === count) counts.delete(work);
  };
};

/** What waits now, by kind; what cannot be counted is left out. */
export const waitingWork = async (): Promise<{ work: string; waiting: number }[]> => {
  const results = await Promise.all(
    [...counts].map(async ([work, count]) => ({ work, waiting: await count().catch(() => null) })),
  );
  return results.flatMap(({ work, waiting }) => (waiting === null ? [] : [{ work, waiting }]));
};
