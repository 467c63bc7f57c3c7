import { periods, rangeOf } from './periods.ts';

const now = new Date(2026, 2, 30, 13, 45, 10);

describe('the periods of a meter’s usage', () => {
  it.each([
    ['day', new Date(2026, 2, 29, 14), 'hour'],
    ['month', new Date(2026, 2, 1), 'day'],
    ['quarter', new Date(2026, 0, 5), 'week'],
    ['year', new Date(2025, 3, 1), 'month'],
    ['years', new Date(2022, 0, 1), 'year'],
  ] as const)('begin with a whole one: %s', (name, start, interval) => {
    const period = periods.find((one) => one.name === name);
    if (!period) throw new Error('no such period');
    expect(rangeOf(period, now.getTime())).toEqual({
      startTimestamp: start.toISOString(),
      endTimestamp: now.toISOString(),
      interval,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });
});
