/** The reader's time zone; UTC where the browser reveals none. */
export const ownTimeZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === undefined || timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
};

/** The calendar day in a time zone, in the API's format: `2026-11-21`. */
export const dayIn = (timeZone: string, at: Date): string =>
  // The Swedish locale has the API's date format.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
