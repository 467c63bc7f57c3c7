/** The beginning of a day of the reader's calendar, or of one after it; nothing for what is no day. */
export const beginningOf = (day: string, daysLater = 0): string | undefined => {
  const at = new Date(`${day}T00:00`);
  if (day === '' || Number.isNaN(at.getTime())) return undefined;
  // Not a number of milliseconds: days at which clocks change are shorter or longer.
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
};
