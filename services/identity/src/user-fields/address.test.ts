import { isAddress } from './address.ts';

describe('isAddress', () => {
  it.each(["o'neil_1+tag.x@mail.example.co", 'A-1@1.example.com', '_@a.bc', 'a@xn--e1afmkfd.xn--p1ai'])(
    'accepts %s',
    (address) => expect(isAddress(address)).toBe(true),
  );

  it.each([
    '.a@example.com',
    'a..b@example.com',
    'a.@example.com',
    "a'@example.com",
    'a@example',
    'a@-example.com',
    'a@example.c1',
    'a@example.xn--',
    'a@пример.рф',
    'a@b@example.com',
    ' a@example.com',
    'ä@example.com',
    `${'a'.repeat(250)}@example.com`,
    '',
  ])('refuses %j', (address) => expect(isAddress(address)).toBe(false));
});
