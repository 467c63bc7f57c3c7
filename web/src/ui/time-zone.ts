/** The reader's time zone; browsers that do not tell theirs count in UTC. */
export const ownTimeZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
};

/** The day that it is in a time zone, as the API writes days: `2026-11-21`. */
export const dayIn = (timeZone: string, at: Date): string =>
  // Swedish spells a date as the API does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
