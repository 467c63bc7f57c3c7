import { isoIn } from './iso-in.ts';

describe('a time as it is written in a time zone', () => {
  it.each([
    ['UTC', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['Europe/London', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'],
    ['Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-01T00:00:00.000+01:00'],
    ['Europe/Berlin', '2026-03-31T22:00:00.000Z', '2026-04-01T00:00:00.000+02:00'],
    ['America/New_York', '2026-03-01T05:00:00.000Z', '2026-03-01T00:00:00.000-05:00'],
    ['America/St_Johns', '2026-01-01T03:30:00.000Z', '2026-01-01T00:00:00.000-03:30'],
    ['Asia/Kathmandu', '2026-02-28T18:15:00.000Z', '2026-03-01T00:00:00.000+05:45'],
  ])('in %s: %s is %s', (timeZone, at, written) => {
    expect(isoIn(timeZone, new Date(at))).toBe(written);
    expect(new Date(written)).toEqual(new Date(at));
  });
});
