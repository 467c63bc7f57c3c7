/** Bounding a wait. */

/** The result of `work`, or an error with this message when it takes longer. The work itself goes on. */
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
