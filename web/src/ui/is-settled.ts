type Result = { data?: unknown; error?: unknown };

/** Whether all that a page shows one below the other has come or failed: what comes later would push away what is being read. */
export const isSettled = (...results: Result[]): boolean =>
  results.every(({ data, error }) => data !== undefined || error !== undefined);
