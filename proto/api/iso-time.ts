/** Times as text: ISO 8601 in UTC with milliseconds, as `toISOString`, at a tenth of its cost. */

const millisecondsOfDay = 86_400_000;
/** Days of the years 0 to 9999, which have four digits. */
const [firstDay, lastDay] = [-719_528, 2_932_896];

const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
const three = Array.from({ length: 1_000 }, (_, value) => String(value).padStart(3, '0'));

/** The texts of days (`2026-01-15T`) by their number since 1970; most times of a reply are of a few days. */
const dayTexts = new Map<number, string>();
const maxDays = 1_000;

const dayText = (day: number): string => {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  if (dayTexts.size >= maxDays) dayTexts.clear();
  const text = new Date(day * millisecondsOfDay).toISOString().slice(0, 11);
  dayTexts.set(day, text);
  return text;
};

/** Returns a time as text; null for an invalid one, as JSON has it. */
export const isoTime = (time: Date): string | null => {
  const milliseconds = time.getTime();
  const day = Math.floor(milliseconds / millisecondsOfDay);
  if (!(day >= firstDay && day <= lastDay)) return time.toJSON() as string | null;
  const rest = milliseconds - day * millisecondsOfDay;
  const seconds = Math.floor(rest / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${dayText(day)}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[rest % 1_000]}Z`;
};
