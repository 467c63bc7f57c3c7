import { isTrustedTarget } from './check.ts';

describe('isTrustedTarget', () => {
  it.each(['/', '/welcome', '/a/b.c_d-e+f@g', '/welcome?next=/a&x=%20y@z'])('lets pass %s', (target) =>
    expect(isTrustedTarget([], target)).toBe(true),
  );

  it.each([
    '//evil.com',
    '/\\evil.com',
    '/%2fevil.com',
    '/%5Cevil.com',
    '/..//evil.com',
    '/.//evil.com',
    '/a/..//evil.com',
    '/a#fragment',
    '/a%20b',
    '/a?x=http://b',
    'welcome',
    '/a\n',
    '/a b',
  ])('refuses %j', (target) => expect(isTrustedTarget([], target)).toBe(false));

  it('trusts an address whose origin is trusted, and no other', () => {
    expect(isTrustedTarget(['https://app.example.com'], 'https://app.example.com/welcome')).toBe(true);
    expect(isTrustedTarget(['https://app.example.com'], 'https://app.example.com.evil.com/')).toBe(false);
    // For a browser the host ends at the backslash, for others at the `@`.
    expect(isTrustedTarget(['https://app.example.com'], 'https://app.example.com\\@evil.com/')).toBe(false);
  });
});
