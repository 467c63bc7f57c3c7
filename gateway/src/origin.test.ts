import { isTrustedOrigin, mayCarryCookies } from './origin.ts';

describe('isTrustedOrigin', () => {
  const trusted = ['https://app.example.com', '*.x.test', 'https://*.scheme.test'];

  it.each([
    ['https://app.example.com', true],
    ['https://app.example.com.evil.com', false],
    ['https://a.b.x.test', true],
    ['https://x.test', false],
    ['https://a.x.test:8443', false],
    ['https://a.scheme.test', false],
    ['null', false],
    ['', false],
  ])('judges %s', (origin, expected) => {
    expect(isTrustedOrigin(origin, trusted)).toBe(expected);
  });
});

describe('mayCarryCookies', () => {
  const trusted = ['https://app.example.com'];

  it('goes by the origin, else by the referer', () => {
    expect(mayCarryCookies({ origin: 'https://app.example.com' }, trusted)).toBe(true);
    expect(
      mayCarryCookies({ origin: 'https://evil.com', referer: 'https://app.example.com/' }, trusted),
    ).toBe(false);
    expect(mayCarryCookies({ referer: 'https://app.example.com/page' }, trusted)).toBe(true);
    expect(mayCarryCookies({ referer: 'https://evil.com/?https://app.example.com' }, trusted)).toBe(false);
    expect(mayCarryCookies({ referer: 'nonsense' }, trusted)).toBe(false);
  });

  it('refuses the text null and lets a request of no page pass', () => {
    expect(mayCarryCookies({ origin: 'null' }, trusted)).toBe(false);
    expect(mayCarryCookies({}, trusted)).toBe(true);
  });
});
