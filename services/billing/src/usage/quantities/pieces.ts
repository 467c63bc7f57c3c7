/**
 * Chooses the sums that answer a range: whole days (UTC), hours and quarter hours, each within one period; the rest
 * of the range is read from events. Pure functions.
 */

/** Milliseconds; `from` inclusive, `until` exclusive. */
export type Span = { from: number; until: number };

export type Pieces = {
  days: Span[];
  hours: Span[];
  /** Hours of which only some quarters belong to the range, or to one period. */
  split: number[];
  /** Quarters outside of this span do not count. */
  whole: Span;
  events: Span[];
};

export const quarter = 900_000;
const hour = 3_600_000;
const day = 24 * hour;

const floor = (time: number, unit: number): number => Math.floor(time / unit) * unit;
const ceil = (time: number, unit: number): number => Math.ceil(time / unit) * unit;

/**
 * `hasOnlyHours`: there are only hourly sums. `unknown`: hours without quarter sums. Both ends of the range are
 * inclusive.
 */
type Range = { from: Date; through: Date; hasOnlyHours: boolean; unknown: readonly number[] };

/** `begins`: the starts of periods, in order. */
export const piecesOf = (
  { from, through, hasOnlyHours, unknown }: Range,
  begins: readonly number[],
): Pieces => {
  const least = hasOnlyHours ? hour : quarter;
  const end = through.getTime() + 1;
  const whole = { from: ceil(from.getTime(), least), until: floor(end, least) };
  if (whole.until <= whole.from)
    return { days: [], hours: [], split: [], whole, events: [{ from: from.getTime(), until: end }] };
  const cuts = begins.filter((begin) => begin > whole.from && begin < whole.until);
  // Boundaries within a quarter hour occur only in historical time zones; such hours are read from events.
  const odd = cuts.filter((cut) => cut % least !== 0).map((cut) => floor(cut, hour));
  const lookedAt = new Set([...odd, ...unknown].toSorted((one, other) => one - other));
  const bounds = [whole.from, ...cuts, whole.until];
  const split = new Set(bounds.filter((bound) => bound % hour !== 0).map((bound) => floor(bound, hour)));
  const events: Span[] = [];
  addSpan(events, { from: from.getTime(), until: whole.from });
  for (const start of lookedAt)
    addSpan(events, { from: Math.max(start, whole.from), until: Math.min(start + hour, whole.until) });
  addSpan(events, { from: whole.until, until: end });
  return {
    ...(hasOnlyHours ? { days: [], hours: hoursOf(bounds) } : daysAndHours(hoursOf(bounds, false))),
    split: [...split].filter((start) => !lookedAt.has(start)),
    whole,
    events,
  };
};

/** The whole hours between each two bounds; `isMerged`: adjacent spans are merged. */
const hoursOf = (bounds: readonly number[], isMerged = true): Span[] => {
  const hours: Span[] = [];
  for (const [index, bound] of bounds.slice(1).entries()) {
    const span = { from: ceil(bounds[index] ?? bound, hour), until: floor(bound, hour) };
    if (isMerged) addSpan(hours, span);
    else hours.push(span);
  }
  return hours;
};

/** The whole days within one period each, and the remaining hours. */
const daysAndHours = (periods: readonly Span[]): { days: Span[]; hours: Span[] } => {
  const [days, hours]: [Span[], Span[]] = [[], []];
  for (const inner of periods) {
    const within = { from: ceil(inner.from, day), until: floor(inner.until, day) };
    if (within.until <= within.from) addSpan(hours, inner);
    else {
      addSpan(hours, { from: inner.from, until: within.from });
      addSpan(days, within);
      addSpan(hours, { from: within.until, until: inner.until });
    }
  }
  return { days, hours };
};

/** Appends a span, or extends the last one if they are adjacent. */
const addSpan = (spans: Span[], span: Span): void => {
  if (span.until <= span.from) return;
  const last = spans.at(-1);
  if (last?.until === span.from) last.until = span.until;
  else spans.push({ ...span });
};
