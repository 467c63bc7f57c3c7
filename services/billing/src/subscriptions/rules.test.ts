import fc from 'fast-check';
import { anchorDayOf, type Cadence, nextPeriod, periodEnd } from './rules.ts';

const run = (start: string, interval: Cadence['interval'], periods: number, count = 1): string[] => {
  let time = new Date(start);
  const anchor = anchorDayOf(time);
  return Array.from({ length: periods }, () => {
    time = periodEnd(time, { interval, count }, anchor);
    return time.toISOString().slice(0, 10);
  });
};

describe('the end of a period', () => {
  it('is the same day and time a calendar month on', () => {
    expect(
      periodEnd(new Date('2026-01-15T12:34:56.789Z'), { interval: 'month', count: 1 }, 15).toISOString(),
    ).toBe('2026-02-15T12:34:56.789Z');
    expect(run('2026-11-30', 'month', 3)).toEqual(['2026-12-30', '2027-01-30', '2027-02-28']);
  });
  it('is the last day of a shorter month, and does not drift from its anchor', () => {
    expect(run('2026-01-31', 'month', 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  });
  it('meets the 29th of February again in the next leap year', () => {
    expect(run('2028-02-29', 'year', 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  });
  it.each<[string, Cadence['interval'], number, string[]]>([
    ['2026-12-31', 'day', 1, ['2027-01-01', '2027-01-02']],
    ['2028-02-28', 'day', 1, ['2028-02-29', '2028-03-01']],
    ['2026-02-27', 'day', 3, ['2026-03-02', '2026-03-05']],
    ['2026-12-28', 'week', 1, ['2027-01-04', '2027-01-11']],
    ['2026-03-23', 'week', 2, ['2026-04-06', '2026-04-20']],
    ['2026-11-30', 'month', 3, ['2027-02-28', '2027-05-30', '2027-08-30']],
    ['2026-08-31', 'month', 6, ['2027-02-28', '2027-08-31']],
    ['2026-12-31', 'month', 1, ['2027-01-31', '2027-02-28', '2027-03-31']],
    ['2028-02-29', 'year', 2, ['2030-02-28', '2032-02-29']],
    ['2027-01-31', 'month', 13, ['2028-02-29', '2029-03-31']],
  ])('of %s, each %s, of %d', (start, interval, count, ends) =>
    expect(run(start, interval, ends.length, count)).toEqual(ends),
  );
  it('is the same time in UTC where clocks change', () =>
    expect(
      periodEnd(new Date('2026-03-28T23:30:00.000Z'), { interval: 'day', count: 1 }, 28).toISOString(),
    ).toBe('2026-03-29T23:30:00.000Z'));
  it('is always in the next month, at the anchor day or the last', () => {
    const starts = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 24 }), (start, periods) => {
        let time = start;
        for (let made = 0; made < periods; made += 1) {
          const end = periodEnd(time, { interval: 'month', count: 1 }, anchorDayOf(start));
          const months =
            (end.getUTCFullYear() - time.getUTCFullYear()) * 12 + end.getUTCMonth() - time.getUTCMonth();
          const isLast = new Date(end.getTime() + 86_400_000).getUTCDate() === 1;
          expect(months).toBe(1);
          expect(end.getUTCDate() === anchorDayOf(start) || isLast).toBe(true);
          time = end;
        }
      }),
    );
  });
});

describe('the period after one that is over', () => {
  const last = { end: new Date('2026-03-31T08:00:00Z'), interval: 'month' as const, count: 1, anchorDay: 31 };

  it('begins where the last one ended', () => {
    const next = nextPeriod(last, new Date('2026-04-02T10:00:00Z'), 0);
    expect(next).toEqual({
      start: last.end,
      end: new Date('2026-04-30T08:00:00Z'),
      anchorDay: 31,
      missed: 0,
    });
  });

  it('is one from now where whole periods were missed, and says how many', () => {
    const now = new Date('2026-09-12T10:00:00Z');
    expect(nextPeriod(last, now, 0)).toEqual({
      start: now,
      end: new Date('2026-10-12T10:00:00Z'),
      anchorDay: 12,
      missed: 5,
    });
    const yearly = { ...last, interval: 'year' as const };
    expect(nextPeriod(yearly, now, 0).missed).toBe(0);
    expect(nextPeriod(last, new Date('2026-04-30T08:00:00Z'), 0)).toMatchObject({ missed: 1 });
  });

  it('follows one by one where the first missed one ended within the days that are caught up', () => {
    const now = new Date('2026-06-02T10:00:00Z');
    const [first, second] = [nextPeriod(last, now, 35), nextPeriod(last, now, 30)];
    // It ended on 30 April, 33 days before.
    expect(first).toMatchObject({ start: last.end, end: new Date('2026-04-30T08:00:00Z'), missed: 0 });
    expect(second).toMatchObject({ start: now, missed: 2 });
    expect(nextPeriod({ ...last, end: first.end }, now, 35)).toMatchObject({
      start: first.end,
      end: new Date('2026-05-31T08:00:00Z'),
    });
  });

  // Years of periods: no gap, no overlap, and each on its day, whatever the clocks of people do.
  it.each([
    [
      'the end of a month',
      '2026-01-31T08:00:00Z',
      'month',
      1,
      ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    [
      'the end of a month before a leap day',
      '2027-12-31T08:00:00Z',
      'month',
      1,
      ['2028-01-31', '2028-02-29', '2028-03-31'],
    ],
    [
      'a leap day',
      '2028-02-29T08:00:00Z',
      'year',
      1,
      ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
    ['summer time in Europe', '2026-03-29T01:30:00Z', 'month', 1, ['2026-04-29', '2026-05-29']],
    ['winter time in America', '2026-11-01T06:30:00Z', 'day', 1, ['2026-11-02', '2026-11-03']],
    ['the end of a year', '2026-12-31T23:59:59Z', 'month', 2, ['2027-02-28', '2027-04-30', '2027-06-30']],
    ['the end of a year, by weeks', '2026-12-28T00:00:00Z', 'week', 1, ['2027-01-04', '2027-01-11']],
  ] as const)('follows from %s', (_name, start, interval, count, days) => {
    const began = new Date(start);
    let end = began;
    for (const day of days) {
      const next = nextPeriod({ end, interval, count, anchorDay: anchorDayOf(began) }, end, 35);
      expect(next.start).toEqual(end);
      expect(next.end.toISOString()).toBe(`${day}${began.toISOString().slice(10)}`);
      end = next.end;
    }
  });

  it('is the same by clocks that differ by less than it lasts', () => {
    for (const skew of [0, 1, 999, 60_000, 3_600_000])
      expect(nextPeriod(last, new Date(last.end.getTime() + skew), 35)).toEqual(
        nextPeriod(last, last.end, 35),
      );
  });

  it('always contains now, lasts one period, and never charges for the past', () => {
    const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    const intervals = fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const);
    const counts = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(times, times, intervals, counts, (one, two, interval, count) => {
        const [end, now] = one < two ? [one, two] : [two, one];
        const next = nextPeriod({ end, interval, count, anchorDay: anchorDayOf(end) }, now, 0);
        expect(next.start <= now && now < next.end).toBe(true);
        expect(next.end).toEqual(periodEnd(next.start, { interval, count }, next.anchorDay));
        expect(next.missed === 0).toBe(next.start.getTime() === end.getTime() || +end === +now);
      }),
    );
  });
});
