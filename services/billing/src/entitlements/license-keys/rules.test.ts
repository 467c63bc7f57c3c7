import { expiryOf } from './rules.ts';

describe('when a key expires', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 1, 'month', '2026-02-28T10:00:00.000Z'],
    ['2024-02-29T10:00:00Z', 1, 'year', '2025-02-28T10:00:00.000Z'],
    ['2024-02-29T10:00:00Z', 4, 'year', '2028-02-29T10:00:00.000Z'],
    ['2026-12-31T23:59:59Z', 1, 'day', '2027-01-01T23:59:59.000Z'],
    ['2026-03-31T00:00:00Z', 13, 'month', '2027-04-30T00:00:00.000Z'],
    ['2026-01-01T00:00:00Z', 36_500, 'year', '9999-12-31T00:00:00.000Z'],
  ] as const)('%s + %i %s is %s', (from, ttl, timeframe, end) =>
    expect(expiryOf(new Date(from), { ttl, timeframe }).toISOString()).toBe(end),
  );
});
