import { isForeignForm, isTrustedUrl, mayCarryCookies, TrustedOrigin } from './origin.ts';

const trusted = (...patterns: string[]) => patterns.map((pattern) => TrustedOrigin.parse(pattern));

describe('isTrustedUrl', () => {
  const patterns = trusted('http://app.example.com', '*.x.test', 'shop-?.test', 'myapp://');

  it.each([
    'http://app.example.com',
    'http://app.example.com/anywhere?else#here',
    'http://APP.example.com',
    'https://a.b.x.test/path',
    'https://A.X.test',
    'https://shop-1.test',
    'myapp://',
    'myapp://callback',
    'MyApp://callback',
  ])('trusts %s', (url) => expect(isTrustedUrl(patterns, url)).toBe(true));

  it.each([
    ['a host that only begins alike', 'http://app.example.com.evil.com/'],
    ['a user name that looks like the host', 'http://app.example.com@evil.com/'],
    ['another scheme', 'https://app.example.com'],
    ['another scheme that begins alike', 'myapps://callback'],
    ['another port', 'http://app.example.com:8080'],
    ['the domain itself under a wildcard', 'https://x.test'],
    ['an explicit port under a wildcard', 'https://a.x.test:8443'],
    ['two characters for one', 'https://shop-12.test'],
    ['a script with a trusted host', 'javascript://a.x.test/%0aalert(1)'],
    ['the text null', 'null'],
    ['nothing', ''],
  ])('does not trust %s', (_what, url) => expect(isTrustedUrl(patterns, url)).toBe(false));

  it('never matches a wildcard pattern that contains a scheme', () =>
    expect(isTrustedUrl(trusted('https://*.x.test'), 'https://a.x.test')).toBe(false));

  it.each([
    ['https://app/', 'https://app'],
    ['https://app/some/page', 'https://app'],
    ['HTTPS://App.Example.com', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['*.Example.com', 'https://shop.example.com'],
    ['MyApp://', 'myapp://callback'],
    ['exp://192.168.1.5:8081', 'exp://192.168.1.5:8081/--/home'],
  ])('takes %s as it is meant', (pattern, url) => expect(isTrustedUrl(trusted(pattern), url)).toBe(true));

  it('does not take an entry that is no address for one', () =>
    expect(isTrustedUrl(trusted('null', 'app'), 'null')).toBe(false));
});

describe('mayCarryCookies', () => {
  const own = trusted('https://app.example.com', 'myapp://');

  it('goes by the origin, else by the referer', () => {
    expect(mayCarryCookies({ origin: 'https://app.example.com' }, own)).toBe(true);
    expect(mayCarryCookies({ origin: 'myapp://' }, own)).toBe(true);
    expect(mayCarryCookies({ origin: 'https://evil.com', referer: 'https://app.example.com/' }, own)).toBe(
      false,
    );
    expect(mayCarryCookies({ referer: 'https://app.example.com/page' }, own)).toBe(true);
    expect(mayCarryCookies({ referer: 'https://evil.com/?https://app.example.com' }, own)).toBe(false);
    expect(mayCarryCookies({ referer: 'nonsense' }, own)).toBe(false);
    expect(mayCarryCookies({ origin: '', referer: 'https://evil.com/' }, own)).toBe(false);
    expect(mayCarryCookies({ origin: '', referer: '' }, own)).toBe(true);
  });

  it('refuses the text null and lets a request of no page pass', () => {
    expect(mayCarryCookies({ origin: 'null' }, own)).toBe(false);
    expect(mayCarryCookies({}, own)).toBe(true);
  });

  it('believes a browser that another site has sent it, where neither header says from where', () => {
    expect(mayCarryCookies({ 'sec-fetch-site': 'cross-site' }, own)).toBe(false);
    expect(mayCarryCookies({ 'sec-fetch-site': 'same-origin' }, own)).toBe(true);
    const trustedPage = { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' };
    expect(mayCarryCookies(trustedPage, own)).toBe(true);
  });
});

describe('isForeignForm', () => {
  const own = trusted('https://app.example.com');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'Text/Plain;charset=UTF-8',
  ])('knows %s that comes from elsewhere', (type) => {
    expect(isForeignForm({ 'content-type': type, origin: 'https://evil.com' }, own)).toBe(true);
    expect(isForeignForm({ 'content-type': type, origin: 'null' }, own)).toBe(true);
    expect(isForeignForm({ 'content-type': type, 'sec-fetch-site': 'cross-site' }, own)).toBe(true);
  });

  it('lets pass what no foreign page can send unasked, what our pages send, and what no page sends', () => {
    expect(isForeignForm({ 'content-type': 'application/json', origin: 'https://evil.com' }, own)).toBe(
      false,
    );
    expect(isForeignForm({ ...form, origin: 'https://app.example.com' }, own)).toBe(false);
    expect(isForeignForm({ ...form, 'sec-fetch-site': 'same-origin' }, own)).toBe(false);
    expect(isForeignForm(form, own)).toBe(false);
    expect(isForeignForm({ origin: 'https://evil.com' }, own)).toBe(false);
  });
});
