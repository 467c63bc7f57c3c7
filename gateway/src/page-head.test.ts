import { readFileSync } from 'node:fs';
import { drawn } from './page-head.ts';

const html = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8');
const draw = (path: string, cookie?: string) =>
  drawn(html, { path, headers: { cookie } }, 'shop.session_token');
const isOutlined = (page: string) => /<div id="outline" aria-hidden="true">/.test(page);

describe('a page before its script has run', () => {
  it('has the outline of the dashboard for whoever has a session, where the dashboard is', () => {
    const signedIn = 'a=b; shop.session_token=x.y';
    for (const path of ['/', '/acme', '/acme/orders', '/accounting']) {
      expect([path, isOutlined(draw(path, signedIn))]).toEqual([path, true]);
      expect(isOutlined(draw(path))).toBe(false);
      expect(isOutlined(draw(path, 'tessera.session_token=x.y'))).toBe(false);
    }
    for (const path of ['/sign-in', '/account/profile', '/admin', '/organizations/new', '/portal/acme'])
      expect([path, isOutlined(draw(path, signedIn))]).toEqual([path, false]);
  });

  it('names the files of the dashboard for whoever will see it', () => {
    const file = '<link rel="modulepreload" crossorigin href="/assets/dashboard-1.js">';
    const built = `<html><head><template id="dashboard-files">\n${file}\n</template></head></html>`;
    const named = (path: string, cookie?: string) =>
      drawn(built, { path, headers: { cookie } }, 'shop.session_token').includes('<template') === false;
    expect(named('/acme', 'shop.session_token=x.y')).toBe(true);
    expect(
      drawn(built, { path: '/acme', headers: { cookie: 'shop.session_token=x' } }, 'shop.session_token'),
    ).toContain(file);
    expect(named('/acme')).toBe(false);
    expect(named('/sign-in', 'shop.session_token=x.y')).toBe(false);
  });

  it('is as light or dark as was chosen in this browser, and takes nothing else from the cookie', () => {
    expect(draw('/', 'tessera-scheme=dark')).toContain('<html data-mantine-color-scheme="dark" lang="en">');
    expect(draw('/', 'tessera-scheme=light')).toContain('data-mantine-color-scheme="light" lang');
    for (const value of ['auto', '"><script>', ''])
      expect(draw('/', `tessera-scheme=${value}`)).toContain('<html lang="en">');
  });
});
