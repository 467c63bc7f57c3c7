/** The day of a moment by the reader's calendar, as inputs of dates hold it: `2026-11-21`. Swedish spells it so. */
export const dayOf = (at: string | number | Date): string => new Date(at).toLocaleDateString('sv-SE');

/** The beginning of a day of the reader's calendar, or of one after it; nothing for what is no day. */
export const beginningOf = (day: string, daysLater = 0): string | undefined => {
  const at = new Date(`${day}T00:00`);
  if (day === '' || Number.isNaN(at.getTime())) return undefined;
  // Not a number of milliseconds: days at which clocks change are shorter or longer.
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
};
