import { discountHolds, isFinalDecline, nextAttemptAt } from './rules.ts';

const at = (text: string) => new Date(`${text}T00:00:00Z`);

const days = [2, 5, 7, 7];

describe('the next attempt of a payment that failed', () => {
  it.each([
    [1, '2026-03-03'],
    [2, '2026-03-06'],
    [3, '2026-03-08'],
    [4, '2026-03-08'],
  ])('after %d failures is made on %s', (attempts, day) =>
    expect(nextAttemptAt(days, { attempts, now: at('2026-03-01') })).toEqual(at(day)),
  );

  it('is not made after five', () =>
    expect(nextAttemptAt(days, { attempts: 5, now: at('2026-03-01') })).toBeNull());

  it('is never made where the schedule is empty', () =>
    expect(nextAttemptAt([], { attempts: 1, now: at('2026-03-01') })).toBeNull());
});

describe('a decline', () => {
  it.each([
    ['lost_card', true],
    ['stolen_card', true],
    ['pickup_card', true],
    ['revocation_of_authorization', true],
    ['insufficient_funds', false],
    ['card_declined', false],
    ['do_not_honor', false],
    [null, false],
  ])('because of %s is final: %s', (reason, isFinal) => expect(isFinalDecline(reason)).toBe(isFinal));
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
    expect(
      discountHolds({ duration, durationInMonths }, { appliedAt, periodStart: at(start), anchorDay: 31 }),
    ).toBe(holds),
  );

  it.each([
    [2, '2026-03-31', 31, true],
    [2, '2026-04-30', 31, false],
    [3, '2026-04-30', 31, true],
    // Of weeks, where no day of the month is kept.
    [2, '2026-03-31', null, false],
  ] as const)(
    'of %i months given in February holds from %s on (day %s): %s',
    (months, start, anchorDay, holds) =>
      expect(
        discountHolds(
          { duration: 'repeating', durationInMonths: months },
          { appliedAt: at('2026-02-28'), periodStart: at(start), anchorDay },
        ),
      ).toBe(holds),
  );

  it.each([
    ['2026-03-31T15:00:00Z', 31, true],
    ['2026-03-20T15:00:00Z', 20, true],
    ['2026-04-01T05:00:00Z', 1, false],
    ['2026-03-20T15:00:00Z', null, true],
    ['2026-03-21T05:00:00Z', null, false],
  ])('counts days, whatever the time of day: from %s on (day %s): %s', (start, anchorDay, holds) =>
    expect(
      discountHolds(
        { duration: 'repeating', durationInMonths: 3 },
        {
          appliedAt: new Date('2026-01-20T10:00:00Z'),
          periodStart: new Date(start),
          anchorDay,
        },
      ),
    ).toBe(holds),
  );
});
