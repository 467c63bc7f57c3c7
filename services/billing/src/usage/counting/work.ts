/** What events leave to be done, for whoever counts them to be woken. */
export const countingWork = 'usage';
