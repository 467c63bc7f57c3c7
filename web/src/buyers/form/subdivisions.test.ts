import { addressLines, placeLine } from '@tessera/proto/api/billing/address-lines';
import { countries, hasPostalCodes, states } from '@tessera/proto/api/billing/places';
import { iso31661, iso31662 } from 'iso-3166';
import { formatAddress } from 'localized-address-format';
import subdivisions from '../../shared/describe/subdivisions.json' with { type: 'json' };

type Written = Parameters<typeof addressLines>[0];

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

describe('an address in the script of its country', () => {
  const linesOf = (country: string, [state, city, line1, postalCode]: (string | null)[]) =>
    addressLines({ country, state, city, line1, line2: null, postalCode } as Written, (code) => code);

  it.each([
    [
      'CN',
      ['广东省', '深圳市南山区', '科技园路1号', '518057'],
      ['518057', '广东省深圳市南山区', '科技园路1号'],
    ],
    ['CN', [null, '北京市东城区', '长安街1号', '100006'], ['100006', '北京市东城区', '长安街1号']],
    ['CN', ['CN-GD', '深圳市', '科技园路1号', '518057'], ['518057', 'GD 深圳市', '科技园路1号']],
    [
      'TW',
      ['臺北市', '臺北市中正區', '重慶南路一段122號', '100'],
      ['100', '臺北市中正區', '重慶南路一段122號'],
    ],
    ['HK', ['香港島', '中環', '皇后大道中99號', null], ['香港島', '中環', '皇后大道中99號']],
    ['MO', [null, '澳門', '友誼大馬路1號', null], ['澳門', '友誼大馬路1號']],
    ['KR', ['서울특별시', '강남구', '테헤란로 152', '06236'], ['서울특별시 강남구', '테헤란로 152', '06236']],
    [
      'KR',
      [null, '서울특별시 강남구', '테헤란로 152', '06236'],
      ['서울특별시 강남구', '테헤란로 152', '06236'],
    ],
  ])('of %s leads from the largest place to the smallest: %j', (country, written, lines) => {
    expect(linesOf(country, written)).toEqual([...lines, country]);
  });

  it.each([
    ['CN', ['Guangdong', 'Shenzhen', '1 Keji Road', '518057'], ['1 Keji Road', 'Shenzhen, Guangdong 518057']],
    ['KR', [null, 'Seoul', '152 Teheran-ro', '06236'], ['152 Teheran-ro', 'Seoul 06236']],
    ['US', ['US-CA', '奥克兰', '湾街1号', '94607'], ['湾街1号', '奥克兰, CA 94607']],
  ])('is one of %s only in that script: %j', (country, written, lines) => {
    expect(linesOf(country, written)).toEqual([...lines, country]);
  });
});

describe('countries', () => {
  it('are those of ISO 3166-1', () => {
    const assigned = iso31661.filter(({ state }) => state === 'assigned').map(({ alpha2 }) => alpha2);
    expect(countries.toSorted()).toEqual(assigned.toSorted());
  });
});

describe('postal codes', () => {
  it('are asked for where addresses have one', () => {
    expect(['HK', 'AE', 'PA', 'IE', 'JP'].map(hasPostalCodes)).toEqual([false, false, false, true, true]);
    const written = (postalCountry: string): string =>
      formatAddress({
        postalCountry,
        postalCode: 'CODE',
        locality: 'City',
        addressLines: ['1 Street'],
      }).join();
    expect(countries.filter(hasPostalCodes)).toEqual(
      countries.filter((country) => written(country).includes('CODE')),
    );
  });
});
