import { beginningOf, dayBefore, dayOf } from './days.ts';

const own = process.env['TZ'];

/** Node reads a change of this variable at once. */
const liveIn = (timeZone: string | undefined): void => {
  if (timeZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = timeZone;
};

afterEach(() => liveIn(own));

it.each([
  ['after clocks went forward', 'America/New_York', '2026-03-10T00:30:00-04:00', 6, '2026-03-04'],
  ['after clocks went back', 'America/New_York', '2026-11-05T23:30:00-05:00', 6, '2026-10-30'],
  ['half an hour off', 'America/St_Johns', '2026-03-10T00:10:00-02:30', 29, '2026-02-09'],
  ['where there is no midnight then', 'Africa/Cairo', '2026-04-26T00:30:00+03:00', 2, '2026-04-24'],
  ['far in the east', 'Pacific/Kiritimati', '2026-12-01T00:10:00+14:00', 6, '2026-11-25'],
  ['today', 'Asia/Kolkata', '2026-12-01T00:10:00+05:30', 0, '2026-12-01'],
])('days are counted by the calendar: %s', (_what, timeZone, now, days, day) => {
  liveIn(timeZone);
  expect(dayBefore(Date.parse(now), days)).toBe(day);
});

it('a day begins and ends in the reader’s time zone', () => {
  liveIn('Pacific/Kiritimati');
  expect(beginningOf('2026-12-01')).toBe('2026-11-30T10:00:00.000Z');
  liveIn('America/New_York');
  expect([beginningOf('2026-03-08'), beginningOf('2026-03-08', 1)]).toEqual([
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ]);
  expect(dayOf('2026-03-09T03:59:59.999Z')).toBe('2026-03-08');
});
