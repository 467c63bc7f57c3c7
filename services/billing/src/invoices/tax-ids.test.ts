import { printedTaxId } from '@tessera/proto/api/billing/printed-tax-id';
import type { TaxIdFormat } from '@tessera/proto/api/billing/tax-id';
import { readTaxId } from '../money/tax-id.ts';

describe('printing a tax id', () => {
  /** Numbers that their countries' authorities publish as examples or as their own. */
  it.each([
    ['AR', '20-26756539-3', 'ar_cuit'],
    ['AU', '83 914 571 673', 'au_abn'],
    ['BR', '16.727.230/0001-97', 'br_cnpj'],
    ['BR', '390.533.447-05', 'br_cpf'],
    ['CH', 'CHE-100.155.212', 'ch_uid'],
    ['CH', 'CHE-107.787.577 IVA', 'ch_vat'],
    ['CH', 'CHE-107.787.577 MWST', 'ch_vat'],
    ['CL', '76.086.428-5', 'cl_tin'],
    ['CO', '800.197.268-4', 'co_nit'],
    ['DO', '1-01-85004-3', 'do_rcn'],
    ['ID', '01.300.066.6-091.000', 'id_npwp'],
    ['KR', '116-82-00276', 'kr_brn'],
    ['NZ', '49-091-850', 'nz_gst'],
    ['SV', '0614-050707-104-8', 'sv_nit'],
    ['US', '91-1144442', 'us_ein'],
    ['VE', 'V-11470283-4', 've_rif'],
  ] satisfies [string, string, TaxIdFormat][])('writes a number of %s as %s', (country, printed, format) => {
    const read = readTaxId(country, printed);
    expect(read?.[1]).toBe(format);
    expect(read && printedTaxId(read)).toBe(printed);
    expect(printedTaxId([printed.replaceAll(/[^A-Z0-9]/g, ''), format])).toBe(printed);
  });

  it('leaves numbers of other formats, and of other lengths', () => {
    expect(printedTaxId(['DE136695976', 'eu_vat'])).toBe('DE136695976');
    expect(printedTaxId(['GB980780684', 'gb_vat'])).toBe('GB980780684');
    expect(printedTaxId(['1672723000019', 'br_cnpj'])).toBe('1672723000019');
    expect(printedTaxId(['see the letter of May', 'us_ein'])).toBe('see the letter of May');
  });
});
