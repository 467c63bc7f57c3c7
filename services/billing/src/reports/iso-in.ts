/** Times in a time zone, for files that people read. */

/** `2026-03-01T00:00:00.000+01:00`: the day and hour there, and still the same instant; in UTC with `Z`. */
export const isoIn = (timeZone: string, at: Date): string => {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  // `GMT+01:00`; older versions of the data write no offset as `GMT`.
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) ?? '';
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const ahead = (hours * 60 + minutes) * (offset.startsWith('-') ? -60_000 : 60_000);
  if (ahead === 0) return at.toISOString();
  return `${new Date(at.getTime() + ahead).toISOString().slice(0, -1)}${offset}`;
};
