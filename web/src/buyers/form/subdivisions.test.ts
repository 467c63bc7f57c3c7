import { addressLines, placeLine } from '@tessera/proto/api/billing/address-lines';
import { hasPostalCodes, states } from '@tessera/proto/api/billing/places';
import { iso31662 } from 'iso-3166';
import subdivisions from '../../shared/describe/subdivisions.json' with { type: 'json' };

describe.each(['US', 'CA'] as const)('the states of %s', (country) => {
  // Part of postal addresses of the US (APO, FPO, DPO), but of no list of ISO.
  const armedForces = {
    AA: 'Armed Forces Americas',
    AE: 'Armed Forces Europe',
    AP: 'Armed Forces Pacific',
  };

  it('are those of ISO 3166-2, by name, and the armed forces abroad', () => {
    const listed = iso31662.filter(({ code }) => code.startsWith(`${country}-`));
    expect(subdivisions[country]).toEqual({
      ...Object.fromEntries(listed.map(({ code, name }) => [code.slice(3), name])),
      ...(country === 'US' && armedForces),
    });
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
      'Chiyoda, Tokyo 100-0001',
      'Chiyoda, Tokyo 100-0001',
      'Chiyoda, Hokkaido 100-0001',
      'Chiyoda, 東京都 100-0001',
      'Chiyoda, 99 100-0001',
    ]);
  });

  it('are as many, and in the same order, as in ISO 3166-2', () => {
    const codes = iso31662.map(({ code }) => code).filter((code) => code.startsWith('JP-'));
    expect(codes).toHaveLength(47);
    for (const code of codes) expect(lineOf(code)).toMatch(/, [A-Z][a-z]+ 100-0001$/);
    expect([lineOf('JP-27'), lineOf('JP-47')]).toEqual([
      'Chiyoda, Osaka 100-0001',
      'Chiyoda, Okinawa 100-0001',
    ]);
  });

  it('begin an address that is written in Japanese', () => {
    const written = { line1: '千代田1-1', line2: null, postalCode: '100-0001', country: 'JP' };
    const linesOf = (state: string | null, city: string) =>
      addressLines({ ...written, state, city }, (code) => code);
    const lines = ['〒100-0001', '東京都千代田区', '千代田1-1', 'JP'];
    expect(linesOf('JP-13', '千代田区')).toEqual(lines);
    expect(linesOf('東京都', '千代田区')).toEqual(lines);
    expect(linesOf(null, '東京都千代田区')).toEqual(lines);
    expect(linesOf('13', '東京都千代田区')).toEqual(lines);
    expect(linesOf('JP-01', '札幌市')[1]).toBe('北海道札幌市');
    expect(linesOf('JP-47', '那覇市')[1]).toBe('沖縄県那覇市');
  });
});

describe('postal codes', () => {
  it('are asked for where there are any', () => {
    expect(['HK', 'AE', 'IE', 'JP'].map(hasPostalCodes)).toEqual([false, false, true, true]);
  });
});
