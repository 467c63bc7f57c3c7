import fc from 'fast-check';
import { forecastUnits } from './forecast.ts';

const at = (text: string) => new Date(`2026-01-${text}Z`);
const january = { since: at('01T00:00:00'), until: new Date('2026-02-01T00:00:00Z') };

describe('a forecast of units', () => {
  it.each([
    ['count', '10', '02T00:00:00', '310'],
    ['count', '1', '11T08:00:00', '3'],
    ['count', '1', '09T08:00:00', '4'],
    ['sum', '0.1', '16T12:00:00', '0.2'],
    ['sum', '1e308', '16T12:00:00', `2${'0'.repeat(308)}`],
    ['sum', '0', '16T12:00:00', null],
    ['sum', '-5', '16T12:00:00', null],
    ['max', '5', '16T12:00:00', null],
    ['min', '5', '16T12:00:00', null],
    ['avg', '5', '16T12:00:00', null],
    ['unique', '5', '16T12:00:00', null],
    ['count', '10', '01T23:59:59', null],
    ['count', '10', '01T00:00:00', null],
  ])('of %s %s on %s is %s', (func, consumedUnits, now, units) =>
    expect(forecastUnits({ func, consumedUnits }, { ...january, now: at(now) })).toBe(units),
  );

  it('is none before a tenth of a short period, and none when it is over', () => {
    const use = { func: 'count', consumedUnits: '6' };
    const short = { since: at('01T00:00:00'), until: at('02T00:00:00') };
    expect(forecastUnits(use, { ...short, now: at('01T02:23:59') })).toBeNull();
    expect(forecastUnits(use, { ...short, now: at('01T02:24:00') })).toBe('60');
    expect(forecastUnits(use, { ...short, now: at('02T00:00:00') })).toBeNull();
    expect(forecastUnits(use, { ...short, now: at('03T00:00:00') })).toBeNull();
  });

  it('is never less than what was used', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 30 * 24 }), (used, hours) => {
        const now = new Date(january.since.getTime() + hours * 3_600_000);
        const units = forecastUnits({ func: 'count', consumedUnits: String(used) }, { ...january, now });
        expect(units === null || Number(units) >= used).toBe(true);
      }),
    );
  });
});
