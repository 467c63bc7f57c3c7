import { discountHolds, nextAttemptAt } from './rules.ts';

const at = (text: string) => new Date(`${text}T00:00:00Z`);

describe('the next attempt of a payment that failed', () => {
  it.each([
    [1, '2026-03-03'],
    [2, '2026-03-06'],
    [3, '2026-03-08'],
    [4, '2026-03-08'],
  ])('after %d failures is made on %s', (attempts, day) =>
    expect(nextAttemptAt(attempts, at('2026-03-01'))).toEqual(at(day)),
  );

  it('is not made after five', () => expect(nextAttemptAt(5, at('2026-03-01'))).toBeNull());
});

describe('a discount of a subscription that began on the 31st of January', () => {
  const appliedAt = at('2026-01-31');
  it.each([
    ['once', null, '2026-01-31', true],
    ['once', null, '2026-02-28', false],
    ['forever', null, '2036-01-31', true],
    ['repeating', 3, '2026-02-28', true],
    ['repeating', 3, '2026-03-31', true],
    ['repeating', 3, '2026-04-30', false],
    ['repeating', 1, '2026-02-28', false],
    ['repeating', 24, '2027-01-31', true],
    ['repeating', 24, '2028-01-31', false],
  ] as const)('%s (%s months) for the period from %s: %s', (duration, durationInMonths, start, holds) =>
    expect(discountHolds({ duration, durationInMonths }, { appliedAt, periodStart: at(start) })).toBe(holds),
  );
});
