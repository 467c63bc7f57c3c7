import { prefixOf } from './order-prefix.ts';

describe('the prefix of order numbers', () => {
  it.each([
    ['acme', 'ACME'],
    ['northwind-studio', 'NORTHWIND'],
    ['a-b-company', 'A-B'],
    ['go-kart-shop', 'GO-KART'],
    ['internationalization', 'INTERNATIONA'],
    ['x', 'X'],
    ['42', '42'],
    ['--', 'ORDER'],
    ['', 'ORDER'],
  ])('of %j is %s', (slug, prefix) => expect(prefixOf(slug)).toBe(prefix));
});
