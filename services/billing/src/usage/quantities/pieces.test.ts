import fc from 'fast-check';
import { type Pieces, piecesOf, type Span } from './pieces.ts';

const minute = 60_000;
const quarter = 15 * minute;
const hour = 60 * minute;
const day = 24 * hour;

const units = (spans: readonly Span[], size: number): Span[] =>
  spans.flatMap(({ from, until }) =>
    Array.from({ length: (until - from) / size }, (_, index) => ({
      from: from + index * size,
      until: from + (index + 1) * size,
    })),
  );

const quartersOf = ({ split, whole }: Pieces): Span[] =>
  split
    .flatMap((start) => units([{ from: start, until: start + hour }], quarter))
    .filter(({ from, until }) => from >= whole.from && until <= whole.until);

const steps = fc.constantFrom(day, hour, quarter, 5 * minute, 1);
const moments = fc
  .tuple(steps, fc.integer({ min: 0, max: 10 * day }))
  .map(([step, time]) => Math.floor(time / step) * step);

describe('the pieces of a range', () => {
  it('are all of it, once, and none is of two periods', () => {
    fc.assert(
      fc.property(
        moments,
        moments,
        fc.array(moments, { maxLength: 20 }),
        fc.array(fc.boolean()),
        fc.boolean(),
        (one, other, all, some, hasOnlyHours) => {
          const [from, through] = [Math.min(one, other), Math.max(one, other)];
          const begins = [-1, ...new Set(all)].toSorted((a, b) => a - b);
          const times = { from: new Date(from), through: new Date(through), hasOnlyHours };
          const { split } = piecesOf({ ...times, unknown: [] }, begins);
          const unknown = split.filter((_, index) => some[index]);
          const range = { ...times, unknown };
          const pieces = piecesOf(range, begins);
          const sums = [...units(pieces.days, day), ...units(pieces.hours, hour), ...quartersOf(pieces)];
          for (const { from: start, until } of sums)
            expect(begins.filter((begin) => begin > start && begin < until)).toEqual([]);
          const inOrder = [...sums, ...pieces.events].toSorted((a, b) => a.from - b.from);
          expect(inOrder[0]?.from).toBe(from);
          expect(inOrder.at(-1)?.until).toBe(through + 1);
          expect(inOrder.slice(1).map((span) => span.from)).toEqual(
            inOrder.slice(0, -1).map(({ until }) => until),
          );
          if (hasOnlyHours) expect([pieces.days, pieces.split]).toEqual([[], []]);
          expect(pieces.split.filter((time) => unknown.includes(time))).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('are days where these are whole, and hours and quarters beside them', () => {
    const at = (text: string): Date => new Date(`2026-01-${text}Z`);
    const range = { from: at('01T22:10:00'), through: at('04T01:20:00'), unknown: [], hasOnlyHours: false };
    const midnights = ['01', '02', '03', '04'].map((text) => at(`${text}T00:00:00`).getTime());
    const span = (from: string, until: string): Span => ({
      from: at(from).getTime(),
      until: at(until).getTime(),
    });
    expect(piecesOf(range, midnights)).toEqual({
      days: [span('02T00:00:00', '04T00:00:00')],
      hours: [span('01T23:00:00', '02T00:00:00'), span('04T00:00:00', '04T01:00:00')],
      split: [at('01T22:00:00').getTime(), at('04T01:00:00').getTime()],
      whole: span('01T22:15:00', '04T01:15:00'),
      events: [span('01T22:10:00', '01T22:15:00'), span('04T01:15:00', '04T01:20:00.001')],
    });
    const inKolkata = midnights.map((time) => time - 5.5 * hour);
    expect(piecesOf(range, inKolkata).days).toEqual([]);
    expect(piecesOf(range, inKolkata).split).toContain(at('02T18:00:00').getTime());
  });
});
