import { readTaxId } from './tax-id.ts';

describe('reading a tax id', () => {
  it('finds the format of its country', () => {
    expect(readTaxId('DE', 'de 123 456 789')).toEqual(['DE123456789', 'eu_vat']);
    expect(readTaxId('US', '12-3456789')).toEqual(['123456789', 'us_ein']);
    expect(readTaxId('GB', 'GB123456789')).toEqual(['GB123456789', 'gb_vat']);
  });
  it('refuses what cannot be one', () => {
    expect(readTaxId('DE', '!!')).toBeNull();
    expect(readTaxId('AQ', '12345678')).toBeNull();
  });
});
