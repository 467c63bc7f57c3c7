import { webUrl } from './fields.ts';

describe('an address that is kept as written', () => {
  it.each([
    ['https', 'https://shop.example/thanks?id={CHECKOUT_ID}'],
    ['plain http', 'http://localhost:3000/'],
    ['letters of any script', 'https://müller.example/größe'],
  ])('is one by %s', (_what, url) => expect(webUrl.parse(url)).toBe(url));

  it.each([
    ['a line break in it', 'https://shop.example/\r\nX-Header: y'],
    ['a tab in its scheme', 'java\tscript:alert(1)'],
    ['a tab in its host', 'https://shop\t.example/'],
    ['a null character', 'https://shop.example/\0'],
    ['half of a surrogate pair', 'https://shop.example/\ud800'],
    ['a line separator', 'https://shop.example/\u2028'],
    ['a blank before it', ' https://shop.example/'],
    ['a blank behind it', 'https://shop.example/ '],
    ['another scheme', 'ftp://shop.example/'],
    ['no host', 'https://'],
  ])('is none with %s', (_what, url) => expect(webUrl.safeParse(url).success).toBe(false));
});
