import { readPostalCode } from './postal-code.ts';

describe('a postal code', () => {
  it.each([
    ['US', '94107', '94107'],
    ['US', '94107-1234', '94107-1234'],
    ['DE', ' 10115 ', '10115'],
    ['GB', 'sw1a 1aa', 'SW1A 1AA'],
    ['CA', 'k1a0b1', 'K1A0B1'],
    ['JP', '1000001', '100-0001'],
    ['PL', '00950', '00-950'],
    ['NL', '1012 jk', '1012 JK'],
    ['BR', '01310100', '01310100'],
    ['JP', '１００－０００１', '100-0001'],
    ['JP', '〒100ー0001', '100-0001'],
    ['TW', '１００', '100'],
    ['LU', 'L-2449', '2449'],
    ['LU', 'LU-2449', '2449'],
    ['CH', 'CH-8001', '8001'],
    ['DE', 'd 10115', '10115'],
    ['SE', 'SE-111 22', '11122'],
    ['NL', 'NL-1012 AB', '1012AB'],
    ['FI', 'FIN-00100', '00100'],
    ['LI', 'FL-9490', '9490'],
    ['LV', '1010', 'LV-1010'],
    ['LV', 'LV-1010', 'LV-1010'],
    ['LT', '01103', 'LT-01103'],
    ['AZ', '1000', 'AZ1000'],
    ['AD', '500', 'AD500'],
    ['HK', '９９９０７７', '999077'],
    ['SA', '12345-6789', '12345-6789'],
    ['SA', '12345 6789', '12345-6789'],
    ['SA', '12345', '12345'],
    ['GB', 'bfpo 1', 'BFPO 1'],
    ['GB', 'BFPO5423', 'BFPO 5423'],
    ['FR', '00200', '00200'],
  ])('of %s is read from %s', (country, typed, code) => {
    expect(readPostalCode(country, typed)).toBe(code);
  });

  it.each([
    ['US', '1234'],
    ['DE', '1011'],
    ['DE', 'ABCDE'],
    ['CA', '12345'],
    ['FR', '7500'],
    ['BE', 'A-1010'],
    ['DE', 'DE'],
    ['LV', '101'],
    ['SA', '12345-678'],
    ['GB', 'BFPO'],
    ['GB', 'BFPO 12345'],
    ['US', 'BFPO 1'],
    ['US', '9'.repeat(300)],
  ])('of %s is not %s', (country, typed) => {
    expect(readPostalCode(country, typed)).toBeNull();
  });

  it('of a country whose form nobody told us is taken as it is', () => {
    expect(readPostalCode('VA', '00120')).toBe('00120');
  });
});
