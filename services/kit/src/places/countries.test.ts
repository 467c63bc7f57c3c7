import { fileURLToPath } from 'node:url';
import { eventually } from '../../test/eventually.ts';
import { createCountries, openTableAt } from './countries.ts';

const tablePackage = '@ip-location-db/geo-whois-asn-country-mmdb';
const warned: string[] = [];
const log = { warn: (_: unknown, message?: string) => void warned.push(message ?? '') };

const germany = { get: () => ({ country_code: 'DE' }) };
const opening = (answer: () => Promise<typeof germany>) => {
  const opened = { times: 0 };
  const open = () => {
    opened.times += 1;
    return answer();
  };
  return { opened, open };
};

describe('the country of an address', () => {
  const countries = createCountries({ log });

  it.each([
    ['193.99.144.80', 'DE'],
    ['8.8.8.8', 'US'],
    ['2a02:2e0:3fe:1001:302::', 'DE'],
    ['::ffff:193.99.144.80', 'DE'],
    ['127.0.0.1', null],
    ['10.1.2.3', null],
    ['fd00::1', null],
    ['192.0.2.1', null],
    ['', null],
    [null, null],
    ['somewhere', null],
  ])('of %s is %s', async (address, country) => {
    expect(await countries.of(address)).toBe(country);
  });
});

describe('the table of countries', () => {
  it('is read when it is first needed, and once for many', async () => {
    const { opened, open } = opening(async () => germany);
    const countries = createCountries({ log, open });
    await countries.of('127.0.0.1');
    expect(opened.times).toBe(0);
    await Promise.all([countries.of('8.8.8.8'), countries.of('8.8.4.4')]);
    await countries.of('8.8.8.8');
    expect(opened.times).toBe(1);
  });

  it('is let go when nobody has asked for a while', async () => {
    const { opened, open } = opening(async () => germany);
    const countries = createCountries({ log, open, kept: 0 });
    await eventually(async () => {
      await countries.of('8.8.8.8');
      expect(opened.times).toBeGreaterThan(1);
    });
  });

  it('is read again after that failed, which takes only the countries away', async () => {
    warned.length = 0;
    const answers = [async () => Promise.reject(new Error('no such file'))];
    const countries = createCountries({ log, open: () => (answers.shift() ?? (async () => germany))() });
    expect(await countries.of('8.8.8.8')).toBeNull();
    expect(warned).toEqual(['the table of countries could not be read']);
    expect(await countries.of('8.8.8.8')).toBe('DE');
  });

  it('may be another file, also in the words of MaxMind', async () => {
    const file = fileURLToPath(import.meta.resolve(`${tablePackage}/geo-whois-asn-country-ipv4.mmdb`));
    const ofVersion4 = createCountries({ log, open: openTableAt(file) });
    expect(await ofVersion4.of('193.99.144.80')).toBe('DE');
    const words = { country: { iso_code: 'DE', names: { en: 'Germany' } } };
    const countries = createCountries({ log, open: async () => ({ get: () => words }) });
    expect(await countries.of('8.8.8.8')).toBe('DE');
  });

  it.each([[{}], [{ country_code: '' }], [{ country_code: 'unknown' }], [null]])(
    'says nothing by a row that is no country: %j',
    async (row) => {
      const countries = createCountries({ log, open: async () => ({ get: () => row }) });
      expect(await countries.of('8.8.8.8')).toBeNull();
    },
  );
});
