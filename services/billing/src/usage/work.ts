/** The name of the counting work, for waking the worker. */
export const countingWork = 'usage';
