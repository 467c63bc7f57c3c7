import { lastDays, ownTimeZone } from './figures.ts';

describe('the last thirty days', () => {
  it('end today, as the calendar of the reader has it', () => {
    const now = new Date('2026-03-31T23:30:00Z');
    expect(lastDays(now, 'UTC')).toEqual({ startDate: '2026-03-02', endDate: '2026-03-31', timezone: 'UTC' });
    expect(lastDays(now, 'Europe/Berlin')).toMatchObject({ startDate: '2026-03-03', endDate: '2026-04-01' });
    expect(lastDays(now, 'America/New_York')).toMatchObject({ endDate: '2026-03-31' });
  });

  it('are those of a zone that the browser knows', () => {
    expect(() => lastDays(new Date(), ownTimeZone())).not.toThrow();
  });
});
