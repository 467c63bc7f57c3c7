import { z } from 'zod';
import { timeOrLocalText, timeText } from './time-text.ts';

describe('timeText', () => {
  it.each([
    ['2026-01-31T10:00:00+02:00', '2026-01-31T10:00:00+02:00'],
    ['2026-01-31T10:00:00+0200', '2026-01-31T10:00:00+02:00'],
    ['2026-01-31T10:00:00.123456-05', '2026-01-31T10:00:00.123456-05:00'],
    ['2026-01-31 10:00:00+00', '2026-01-31T10:00:00+00:00'],
    ['2026-01-31T10:00Z', '2026-01-31T10:00:00Z'],
    ['2026-01-31t10:00:00z', '2026-01-31T10:00:00Z'],
  ])('takes %s', (text, read) => {
    expect(timeText.parse(text)).toBe(read);
  });

  it.each([
    '2026-01-31T10:00:00',
    '2026-02-30T10:00:00+0200',
    '2026-01-31T24:00Z',
    '2026-01-31T10:00:00+9900',
    '2026-01-31T10Z',
    '2026-01-31',
    'tomorrow',
  ])('refuses %s', (text) => {
    expect(timeText.safeParse(text).error?.issues[0]?.message).toBe('Invalid ISO datetime');
  });

  it('is a date-time in a schema', () => {
    expect(z.toJSONSchema(timeText)).toMatchObject({ type: 'string', format: 'date-time' });
  });
});

describe('timeOrLocalText', () => {
  it('takes a time without an offset, too', () => {
    expect(timeOrLocalText.parse('2026-01-31 10:00')).toBe('2026-01-31T10:00:00');
    expect(timeOrLocalText.parse('2026-01-31T10:00+0200')).toBe('2026-01-31T10:00:00+02:00');
  });
});
