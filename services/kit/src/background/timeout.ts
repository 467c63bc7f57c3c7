/** Timeouts for promises. */

/** Resolves as `work`, or rejects with `message` after the timeout. The work itself is not cancelled. */
export const within = async <Result>(
  milliseconds: number,
  work: Promise<Result>,
  message: string,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
