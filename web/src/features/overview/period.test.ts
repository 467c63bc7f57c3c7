import { periodNamed, rangesOf } from './period.ts';

describe('a look back', () => {
  const at = new Date('2026-11-22T03:00:00Z');

  it('ends today where the reader is, with as many days before it', () => {
    expect(rangesOf('7', at, 'America/New_York')).toEqual({
      range: {
        startDate: '2026-11-15',
        endDate: '2026-11-21',
        interval: 'day',
        timezone: 'America/New_York',
      },
      before: {
        startDate: '2026-11-08',
        endDate: '2026-11-14',
        interval: 'day',
        timezone: 'America/New_York',
      },
    });
    expect(rangesOf('30', at, 'UTC').range.startDate).toBe('2026-10-24');
  });

  it('of a year is twelve months, with the present one', () => {
    const { range, before } = rangesOf('365', at, 'UTC');
    expect([range.startDate, range.endDate, range.interval]).toEqual(['2025-12-01', '2026-11-22', 'month']);
    expect([before?.startDate, before?.endDate]).toEqual(['2024-12-01', '2025-11-30']);
  });

  it('has none before it where nothing was counted', () => {
    expect(rangesOf('365', new Date('2024-06-01T12:00:00Z'), 'UTC').before).toBeNull();
  });

  it('is the usual one where the address names none', () => {
    expect([periodNamed('90'), periodNamed(''), periodNamed('toString')]).toEqual(['90', '30', '30']);
  });
});
