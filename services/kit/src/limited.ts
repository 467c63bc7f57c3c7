/** At most so many at once: for work that holds something of which there is little, as a connection of the pool. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes a function that does works as they come, `most` of them at once; the others wait in their order. */
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
