/** The reader's calendar day of a moment, as date inputs have it: `2026-11-21`, the format of the Swedish locale. */
export const dayOf = (at: string | number | Date): string => new Date(at).toLocaleDateString('sv-SE');

/** The calendar day a number of days before a moment. */
export const dayBefore = (now: number, days: number): string => {
  const at = new Date(now);
  // Not in milliseconds: days with a change of daylight saving time are shorter or longer.
  at.setDate(at.getDate() - days);
  return dayOf(at);
};

/** The start of a day in the reader's time zone, plus `daysLater`; undefined for an invalid day. */
export const beginningOf = (day: string, daysLater = 0): string | undefined => {
  const at = new Date(`${day}T00:00`);
  if (day === '' || Number.isNaN(at.getTime())) return undefined;
  // Not in milliseconds: days with a change of daylight saving time are shorter or longer.
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
};
