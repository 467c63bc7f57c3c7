import { hasPostalCodes, placeLine, states } from '@tessera/proto/api/billing/places';
import { iso31662 } from 'iso-3166';
import subdivisions from '../shared/describe/subdivisions.json' with { type: 'json' };

describe.each(['US', 'CA'] as const)('the states of %s', (country) => {
  it('are those of ISO 3166-2, by name', () => {
    const listed = iso31662.filter(({ code }) => code.startsWith(`${country}-`));
    expect(subdivisions[country]).toEqual(
      Object.fromEntries(listed.map(({ code, name }) => [code.slice(3), name])),
    );
  });

  it('are those that the server takes', () => {
    expect([...(states[country] ?? [])].toSorted()).toEqual(Object.keys(subdivisions[country]).toSorted());
  });
});

describe('the prefectures of Japan', () => {
  const lineOf = (state: string) =>
    placeLine({ postalCode: '100-0001', city: 'Chiyoda', state, country: 'JP' });

  it('are written by their names, not by the numbers that they have as codes', () => {
    expect([lineOf('JP-13'), lineOf('13'), lineOf('JP-01'), lineOf('東京都'), lineOf('JP-99')]).toEqual([
      '100-0001 Chiyoda, Tokyo',
      '100-0001 Chiyoda, Tokyo',
      '100-0001 Chiyoda, Hokkaido',
      '100-0001 Chiyoda, 東京都',
      '100-0001 Chiyoda, 99',
    ]);
  });

  it('are as many, and in the same order, as in ISO 3166-2', () => {
    const codes = iso31662.map(({ code }) => code).filter((code) => code.startsWith('JP-'));
    expect(codes).toHaveLength(47);
    for (const code of codes) expect(lineOf(code)).toMatch(/, [A-Z][a-z]+$/);
    expect([lineOf('JP-27'), lineOf('JP-47')].map((line) => line.split(', ')[1])).toEqual([
      'Osaka',
      'Okinawa',
    ]);
  });
});

describe('postal codes', () => {
  it('are asked for where there are any', () => {
    expect(['HK', 'AE', 'IE', 'JP'].map(hasPostalCodes)).toEqual([false, false, true, true]);
  });
});
