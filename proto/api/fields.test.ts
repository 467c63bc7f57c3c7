import { z } from 'zod';
import { emailAddress, id, mapOf, oneOrMany, trimmedText, visibleText, webUrl } from './fields.ts';

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

describe('an e-mail address', () => {
  it.each([
    ['grace@example.com', 'grace@example.com'],
    ["O'Neil+x@Example.COM", "O'Neil+x@Example.COM"],
    ['info@xn--mnchen-3ya.de', 'info@xn--mnchen-3ya.de'],
    ['info@münchen.de', 'info@xn--mnchen-3ya.de'],
    ['info@mu\u0308nchen.de', 'info@xn--mnchen-3ya.de'],
    ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@例え。jp', 'info@xn--r8jz45g.jp'],
  ])('%s is known as %s', (typed, known) => expect(emailAddress.parse(typed)).toBe(known));

  it.each([
    'grace',
    'grace@',
    '@münchen.de',
    'grace@münchen',
    'grace@1.2.3.4',
    'grace@１.２.３.４',
    'grace@mün chen.de',
    'grace@münchen.de/x.de',
    'grace@ex.xn--',
    'grace@example.com\u200b',
    'gräce@example.com',
    'a@b@münchen.de',
    `${'x'.repeat(250)}@münchen.de`,
  ])('%s is none', (typed) => {
    expect(emailAddress.safeParse(typed).error?.issues[0]).toMatchObject({ path: [] });
  });
});

it.each([
  [' Ada ', 'Ada'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['❤\ufe0f', '❤\ufe0f'],
  ['', null],
  [' \n', null],
  ['\u200b \u2060\ufeff', null],
  ['\u3164', null],
  ['\u2800', null],
])('the text %j is kept as %j', (typed, kept) => expect(trimmedText(10).parse(typed)).toBe(kept));

describe('a name that must be given', () => {
  const name = visibleText.trim().min(3);

  it.each(['', '  ', '\u200b\u200b\u200b', '\u3164 \u3164', '\u2800\u2800\u2800'])(
    'is missing where it is %j',
    (typed) => {
      expect(name.safeParse(typed).error?.issues).toMatchObject([{ code: 'too_small', origin: 'string' }]);
    },
  );

  it.each(['❤\ufe0f', 'Ada\u200b', '\u200bمی\u200cخ'])('is there where it is %j', (typed) => {
    expect(visibleText.min(1).parse(typed)).toBe(typed);
  });
});

describe('a map with keys of the caller', () => {
  const Map = mapOf(z.string().min(2), z.number());

  it('keeps keys that objects inherit', () => {
    expect(Map.parse(JSON.parse('{"constructor":1,"toString":2}'))).toEqual({ constructor: 1, toString: 2 });
  });

  it('refuses the key that it could not keep, and names it', () => {
    const { error } = Map.safeParse(JSON.parse('{"ab":1,"__proto__":2}'));
    expect(error?.issues).toMatchObject([{ path: ['__proto__'], message: 'This key cannot be stored' }]);
  });

  it.each([[null], ['text'], [{ a: 1 }], [{ ab: 'x' }]])('refuses %j as any map does', (value) => {
    expect(Map.safeParse(value).success).toBe(false);
  });
});

describe('a filter with one or several values', () => {
  const one = '0190f0a1-7b3c-7def-8abc-0123456789ab';
  const other = '0190f0a1-7b3c-7def-8abc-0123456789ac';

  it.each([
    ['one value', one, [one]],
    ['several', [other, one], [other, one]],
    ['one that is given again, in other letters', [one, other, one.toUpperCase()], [one, other]],
  ])('has %s', (_what, given, values) => expect(oneOrMany(id).parse(given)).toEqual(values));
});
