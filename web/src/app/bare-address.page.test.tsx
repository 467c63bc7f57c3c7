import { bareAddress } from './bare-address.ts';

it.each([
  ['/shop/', '/shop'],
  ['/shop/settings//?tab=1#top', '/shop/settings?tab=1#top'],
  ['/shop?next=/a/', '/shop?next=/a/'],
  ['/', '/'],
])('takes %s for %s', (given, wanted) => {
  window.history.replaceState({ kept: true }, '', given);
  bareAddress();
  const { pathname, search, hash } = window.location;
  expect(pathname + search + hash).toBe(wanted);
  expect(window.history.state).toEqual({ kept: true });
});

it('stays at its origin where a path begins with two slashes', () => {
  const { origin } = window.location;
  window.history.replaceState(null, '', `${origin}//example.com/`);
  bareAddress();
  expect(window.location.href).toBe(`${origin}//example.com`);
});
