import { isTrustedTarget, isTrustedUrl } from './rules.ts';

const patterns = ['http://app.example.com', '*.x.test', 'shop-?.test', 'myapp://'];

describe('isTrustedUrl', () => {
  it.each([
    'http://app.example.com',
    'http://app.example.com/anywhere?else#here',
    'https://a.b.x.test/path',
    'https://shop-1.test',
    'myapp://callback',
  ])('trusts %s', (url) => expect(isTrustedUrl(patterns, url)).toBe(true));

  it.each([
    ['a host that only begins alike', 'http://app.example.com.evil.com/'],
    ['a user name that looks like the host', 'http://app.example.com@evil.com/'],
    ['another scheme', 'https://app.example.com'],
    ['another port', 'http://app.example.com:8080'],
    ['the domain itself under a wildcard', 'https://x.test'],
    ['an explicit port under a wildcard', 'https://a.x.test:8443'],
    ['two characters for one', 'https://shop-12.test'],
    ['a script with a trusted host', 'javascript://a.x.test/%0aalert(1)'],
    ['the text null', 'null'],
    ['nothing', ''],
  ])('does not trust %s', (_what, url) => expect(isTrustedUrl(patterns, url)).toBe(false));

  it('never matches a wildcard pattern that contains a scheme', () =>
    expect(isTrustedUrl(['https://*.x.test'], 'https://a.x.test')).toBe(false));
});

describe('isTrustedTarget', () => {
  it.each(['/', '/welcome', '/a/b.c_d-e+f@g', '/welcome?next=/a&x=%20y@z'])('lets pass %s', (target) =>
    expect(isTrustedTarget([], target)).toBe(true),
  );

  it.each([
    '//evil.com',
    '/\\evil.com',
    '/%2fevil.com',
    '/%5Cevil.com',
    '/a#fragment',
    '/a%20b',
    '/a?x=http://b',
    'welcome',
    '/a\n',
    '/a b',
  ])('refuses %j', (target) => expect(isTrustedTarget([], target)).toBe(false));
});
