import type { Timestamp } from '@tessera/proto/api/wire';
import { daysOf, periodOf, standingAt } from './period.ts';

const at = (local: string) => new Date(local).toISOString() as Timestamp;

describe('the days of a registration', () => {
  it('name the last day on which it is in force, not the moment at which it is over', () => {
    const period = { validFrom: at('2026-01-01T00:00'), validUntil: at('2027-01-01T00:00') };
    expect(daysOf(period)).toEqual({ from: '2026-01-01', lastDay: '2026-12-31' });
  });

  it('that stay as they are keep their moments', () => {
    const period = { validFrom: at('2026-01-01T09:30'), validUntil: at('2026-06-30T15:00') };
    expect(periodOf(daysOf(period), period)).toEqual({});
  });

  it('begin with the first day and end after the last one', () => {
    const period = { validFrom: at('2026-01-01T09:30'), validUntil: null };
    expect(periodOf({ from: '2026-02-01', lastDay: '2026-12-31' }, period)).toEqual({
      validFrom: at('2026-02-01T00:00'),
      validUntil: at('2027-01-01T00:00'),
    });
  });

  it('may lose their end', () => {
    const period = { validFrom: at('2026-01-01T00:00'), validUntil: at('2027-01-01T00:00') };
    expect(periodOf({ from: '2026-01-01', lastDay: '' }, period)).toEqual({ validUntil: null });
  });
});

describe('how a registration stands', () => {
  const period = { validFrom: at('2026-01-01T00:00'), validUntil: at('2027-01-01T00:00') };
  it.each([
    ['toCome', '2025-12-31T23:59'],
    ['inForce', '2026-01-01T00:00'],
    ['ended', '2027-01-01T00:00'],
  ])('is %s at %s', (standing, now) => {
    expect(standingAt(period, new Date(now).getTime())).toBe(standing);
  });
});
