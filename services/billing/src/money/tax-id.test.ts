import { TaxIdFormat } from '@tessera/proto/api/billing/tax-id';
import { readTaxId } from './tax-id.ts';

/** Numbers that their countries' authorities publish as examples or as their own. */
const union: Record<string, string> = {
  AT: 'U13585627',
  BE: '0428759497',
  BG: '175074752',
  HR: '33392005961',
  CY: '10259033P',
  CZ: '25123891',
  DE: '136695976',
  DK: '13585628',
  EE: '100931558',
  ES: 'B58378431',
  FI: '20774740',
  FR: '40303265045',
  GR: '094259216',
  HU: '12892312',
  IE: '6433435F',
  IT: '00743110157',
  LT: '119511515',
  LU: '15027442',
  LV: '40003521600',
  MT: '11679112',
  NL: '004495445B01',
  PL: '8567346215',
  PT: '501964843',
  RO: '18547290',
  SE: '123456789701',
  SI: '50223054',
  SK: '2022749619',
};

describe('reading a tax id', () => {
  it('takes the digits and letters that keyboards of East Asia write', () => {
    expect(readTaxId('JP', 'Ｔ１２３４５６７８９０１２３')).toEqual(['T1234567890123', 'jp_trn']);
    expect(readTaxId('DE', 'ＤＥ　１３６６９５９７６')).toEqual(['DE136695976', 'eu_vat']);
  });

  it('knows the VAT number of each country of the union, with its prefix or without', () => {
    for (const [country, number] of Object.entries(union)) {
      const prefix = country === 'GR' ? 'EL' : country;
      const expected = [`${prefix}${number}`, 'eu_vat'];
      expect([country, readTaxId(country, number)]).toEqual([country, expected]);
      expect(readTaxId(country, `${prefix.toLowerCase()} ${number}`)).toEqual(expected);
    }
    expect(readTaxId('DE', 'de 136.695-976')).toEqual(['DE136695976', 'eu_vat']);
  });

  it('finds the format of other countries', () => {
    const known: [string, string, string, string][] = [
      ['US', '12-3456789', '123456789', 'us_ein'],
      ['GB', 'GB980780684', 'GB980780684', 'gb_vat'],
      ['CH', 'CHE-107.787.577', 'CHE107787577', 'ch_uid'],
      ['AU', '83 914 571 673', '83914571673', 'au_abn'],
      ['BR', '16.727.230/0001-97', '16727230000197', 'br_cnpj'],
      ['BR', '16727230000197', '16727230000197', 'br_cnpj'],
      ['AE', '100-123 456 789 003', '100123456789003', 'ae_trn'],
      ['CA', '123 026 635', '123026635', 'ca_bn'],
      ['CA', '123026635 RT0001', '123026635RT0001', 'ca_gst_hst'],
    ];
    for (const [country, typed, number, format] of known)
      expect([country, readTaxId(country, typed)]).toEqual([country, [number, format]]);
  });

  it('refuses wrong check digits', () => {
    for (const [country, number] of [
      ['DE', 'DE136695978'],
      ['FR', 'FR40303265046'],
      ['GB', 'GB980780685'],
      ['CH', 'CHE-107.787.578'],
      ['AU', '83914571674'],
    ] as const)
      expect([country, readTaxId(country, number)]).toEqual([country, null]);
  });

  it('refuses what cannot be one', () => {
    expect(readTaxId('DE', '!!')).toBeNull();
    expect(readTaxId('AQ', '12345678')).toBeNull();
    expect(readTaxId('FR', 'DE136695976')).toBeNull();
    for (const number of ['10012345678900', '1001234567890033', '10012345678900A'])
      expect([number, readTaxId('AE', number)]).toEqual([number, null]);
  });

  it('bears whatever is typed, in every country', () => {
    const countries = new Set(TaxIdFormat.options.map((format) => format.slice(0, 2).toUpperCase()));
    for (const country of [...countries, ...Object.keys(union)])
      for (const typed of ['', '0', '0000', '////', 'ÄÖÜß1234', '9'.repeat(100), '<script>', 'T', 'ABCD'])
        expect(() => readTaxId(country, typed)).not.toThrow();
  });
});
