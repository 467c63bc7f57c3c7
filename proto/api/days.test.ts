import { dayOf } from './days.ts';

describe('the day of a time', () => {
  it.each([
    [0, '1970-01-01'],
    [Date.UTC(2026, 0, 31, 23, 59, 59) / 1000, '2026-01-31'],
    // Milliseconds, by mistake, and what no calendar has.
    [Date.UTC(2026, 0, 31), '9999-12-31'],
    [Number.MAX_SAFE_INTEGER, '9999-12-31'],
    [Number.MIN_SAFE_INTEGER, '0001-01-01'],
    [-62_135_596_800, '0001-01-01'],
    [253_402_300_799, '9999-12-31'],
  ])('%d is %s', (seconds, day) => {
    expect(dayOf(seconds)).toBe(day);
  });
});
