/**
 * Times in requests as text: ISO 8601. Besides the spelling of RFC 3339, those that common libraries write by default:
 * offsets without a colon or minutes (Python's `%z`, PHP, Postgres), no seconds (Java), a space between day and time.
 */
import { z } from 'zod';

const spelling = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:([Zz])|([+-]\d\d):?(\d\d)?)?$/;

/** Rewrites a time as in RFC 3339; without an offset if it has none. Other text is unchanged. */
export const toRfc3339 = (text: string): string => {
  const parts = spelling.exec(text);
  if (!parts) return text;
  const [, day, minute, seconds = ':00', zulu, hours, minutes = '00'] = parts;
  const offset = hours === undefined ? (zulu ?? '').toUpperCase() : `${hours}:${minutes}`;
  return `${day}T${minute}${seconds}${offset}`;
};

/** A time with an offset. Later checks and `new Date` get it as in RFC 3339. */
export const timeText = z
  .string()
  .overwrite(toRfc3339)
  .check(z.iso.datetime({ offset: true, abort: true }));

/** A time that may lack an offset. */
export const timeOrLocalText = z
  .string()
  .overwrite(toRfc3339)
  .check(z.iso.datetime({ offset: true, local: true, abort: true }));
