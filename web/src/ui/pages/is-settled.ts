type Result = { data?: unknown; error?: unknown };

/**
 * Whether all queries of a stacked layout have finished: content that arrives later would shift what is being read.
 */
export const isSettled = (...results: Result[]): boolean =>
  results.every(({ data, error }) => data !== undefined || error !== undefined);
