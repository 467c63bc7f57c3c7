/** A concurrency limit, for work that holds a scarce resource such as a pooled connection. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Returns a function that runs at most `most` works concurrently; others wait in order of arrival. */
export const limited = (most: number): Limit => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
