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
  ])('of %s is read from %s', (country, typed, code) => {
    expect(readPostalCode(country, typed)).toBe(code);
  });

  it.each([
    ['US', '1234'],
    ['DE', '1011'],
    ['DE', 'ABCDE'],
    ['CA', '12345'],
    ['FR', '7500'],
    ['US', '9'.repeat(300)],
  ])('of %s is not %s', (country, typed) => {
    expect(readPostalCode(country, typed)).toBeNull();
  });

  it('of a country whose form nobody told us is taken as it is', () => {
    expect(readPostalCode('VA', '00120')).toBe('00120');
  });
});
