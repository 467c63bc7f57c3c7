/** The rests of a loop's runners, which all wait for the same work. */

export type Rests = {
  /** Resolves after so many milliseconds, or when `end` is called; later if another rest is over before (below). */
  rest: (milliseconds: number) => Promise<void>;
  /** Ends all rests. */
  end: () => void;
};

/**
 * One runner polls for all: when the first rest is over, the others begin anew with `every` milliseconds, so that they
 * poll only if that runner has not returned by then. Each runner polling for itself would multiply the queries of an
 * idle process.
 */
export const createRests = (every: () => number): Rests => {
  /** By the function that ends a rest: when it is over, in milliseconds since the process started. */
  const resting = new Map<() => void, number>();
  let timer: NodeJS.Timeout | undefined;
  const endFirst = (): void => {
    const [first] = [...resting].toSorted(([, a], [, b]) => a - b)[0] ?? [];
    if (!first) return;
    resting.delete(first);
    const again = performance.now() + every();
    for (const other of resting.keys()) resting.set(other, again);
    schedule();
    first();
  };
  const schedule = (): void => {
    clearTimeout(timer);
    if (resting.size === 0) return;
    timer = setTimeout(endFirst, Math.max(Math.min(...resting.values()) - performance.now(), 0));
  };
  return {
    rest: (milliseconds) =>
      new Promise((resolve) => {
        resting.set(resolve, performance.now() + milliseconds);
        schedule();
      }),
    end: () => {
      const ended = [...resting.keys()];
      resting.clear();
      schedule();
      for (const resume of ended) resume();
    },
  };
};
